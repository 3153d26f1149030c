import type { Command } from 'commander';
import { quoted } from '../../client/exchange-text.js';
import { givenOptions } from '../flag.js';
import type { Target } from './target.js';
import { targetFlags } from './target-flags.js';
import type { TargetOptions } from './target-options.js';

/**
 * Gives the flags, for a shell, that name the deployment of a command line to another command; empty where none of them
 * was given. Without credentials: URLs are those that the deployment has, which holds none.
 */
export function deploymentFlags(command: Command, { deployment }: Pick<Target, 'deployment'>): string {
  const { alpha, beta } = deployment.chains;
  const given: TargetOptions = givenOptions(command, targetFlags);
  const hasUrl = given.simulatorUrl !== undefined || given.observerUrl !== undefined;
  const flags = {
    '--deployment': given.deployment,
    '--config-file': given.configFile,
    '--control-url': given.controlUrl && new URL(given.controlUrl).origin,
    '--simulator-url': hasUrl ? deployment.simulatorUrl : undefined,
    '--observer-url': hasUrl ? deployment.observerUrl : undefined,
    '--chains': given.chains && `${alpha},${beta}`,
  };
  return Object.entries(flags)
    .flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(value)]))
    .join(' ');
}

function shellWord(value: string): string {
  return /[^\w./:,@-]/.test(value) ? quoted(value) : value;
}
