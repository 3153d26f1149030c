import type { Command } from 'commander';
import { quoted } from '../../client/exchange-text.js';
import { givenOptions } from '../flag.js';
import type { Target } from './target.js';
import { targetFlags } from './target-flags.js';
import type { TargetOptions } from './target-options.js';

/**
 * Returns the flags, for a shell, that select the deployment of a command line in another command; empty if the command line
 * has none of them. Contains no credentials, because the URLs of a deployment have none.
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
