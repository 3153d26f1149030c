import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { configFlags } from '../config/config-flags.js';
import { addFlags } from '../flag.js';

const examples = `
Flags take precedence over environment variables, those over the configuration file, and that over defaults. Header values
are masked.

Exit codes:
  0  printed
  2  the configuration, the environment or a flag is invalid; the message says where

Examples:
  $ crosscheck config
  $ crosscheck config --deployment staging
  $ CROSSCHECK_ATTEMPT_TIMEOUT_MS=20000 crosscheck config --json`;

/** Makes a command `crosscheck config`. Its parts are loaded when it runs. */
export function configureConfig(command: Command, context: CommandContext): void {
  command
    .description('Print the settings of a deployment, and where each value comes from. Sends no requests.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', examples);
  addFlags(command, 'Deployment:', configFlags);
  command.action(async () => {
    const { runConfig } = await import('../config/run-config.js');
    await runConfig(command, context);
  });
}
