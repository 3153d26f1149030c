import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { configFlags } from '../config/config-flags.js';
import { addFlags } from '../flag.js';

const examples = `
A flag counts before a variable of the environment, that before the configuration, and that before the default. Headers
are masked.

Exit codes:
  0  printed
  2  configuration, environment or a flag is invalid; it says where

Examples:
  $ crosscheck config
  $ crosscheck config --deployment staging
  $ CROSSCHECK_ATTEMPT_TIMEOUT_MS=20000 crosscheck config --json`;

/** Makes a command `crosscheck config`. Its parts are loaded when it runs. */
export function configureConfig(command: Command, context: CommandContext): void {
  command
    .description(
      'Print what is in force for a deployment, and where each value comes from. It sends nothing.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', examples);
  addFlags(command, 'Deployment:', configFlags);
  command.action(async () => {
    const { runConfig } = await import('../config/run-config.js');
    await runConfig(command, context);
  });
}
