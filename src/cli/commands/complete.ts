import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';

/**
 * Makes the command `crosscheck complete -- <words>`, which the scripts of `crosscheck completion` call, in a program
 * whose other commands are there. Its parts are loaded when it runs.
 */
export function configureComplete(command: Command, { args, stdout }: CommandContext): void {
  command
    .argument('[words...]')
    .allowUnknownOption()
    .action(async () => {
      const { completionsOf } = await import('../completion/completions.js');
      stdout.write(completionsOf(command.parent ?? command, args.slice(args.indexOf('--') + 1)));
    });
}
