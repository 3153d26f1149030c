import type { Command } from 'commander';
import { deploymentNames } from '../../deployment/config.js';
import { loadConfig } from '../../deployment/load-config.js';
import { resolveOptions } from '../../deployment/resolve.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import type { TargetOptions } from '../target/target-options.js';
import { configFlags } from './config-flags.js';
import { configJson, configText } from './config-text.js';
import { effectiveOptions } from './effective-options.js';

/**
 * Prints the options in force and the source of each value. Sends nothing. Missing credentials are listed and not an
 * error.
 *
 * @throws {UsageError} if configuration, environment or flags are invalid.
 */
export async function runConfig(command: Command, { env, stdout }: CommandContext): Promise<void> {
  const { configFile, deployment, ...flags }: TargetOptions = givenOptions(command, configFlags);
  const loaded = await loadConfig({ env, file: configFile });
  const resolved = resolveOptions(loaded, { deployment, env, flags }, false);
  const options = effectiveOptions(loaded, resolved);
  const name = options.find((option) => option.name === 'name')?.value;
  const told = {
    file: loaded?.file ?? null,
    deployments: loaded === undefined ? [] : deploymentNames(loaded.config),
    deployment: resolved === undefined ? null : (resolved.chosen?.name ?? String(name)),
    isLocal: resolved?.isLocal ?? false,
    options,
  };
  const isJson = command.getOptionValue('json') === true;
  stdout.write(isJson ? configJson(told) : configText(told));
}
