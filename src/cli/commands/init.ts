import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import type { InitFlags } from '../init/run-init.js';

const examples = `
It writes crosscheck.config, a Vitest configuration, an end-to-end test, a property test and a GitHub workflow, adds the
script test:crosscheck, and installs what is missing by the package manager of the project. What is there already stays as
it is. Where a Vitest or Jest configuration runs tests already, the suite has one of its own.

Exit codes:
  0  done, or nothing to do
  2  usage error: no package.json, nobody to ask, or a file cannot be written
  3  all is written, and the packages could not be installed

Examples:
  $ crosscheck init
  $ crosscheck init --yes
  $ crosscheck init --dry-run`;

/** Makes a command `crosscheck init`. Its parts are loaded when it runs. */
export function configureInit(command: Command, context: CommandContext): void {
  command
    .description('Write a suite of tests into the project of this folder.')
    .option('-y, --yes', 'ask nothing')
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--no-install', 'add the packages to package.json without installing them')
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => {
      const [{ runInit }, { confirmInTerminal }, { runProgram }] = await Promise.all([
        import('../init/run-init.js'),
        import('../init/confirm-in-terminal.js'),
        import('../init/run-program.js'),
      ]);
      const surroundings = { folder: process.cwd(), confirm: confirmInTerminal(), run: runProgram };
      await runInit(flags, surroundings, context);
    });
}
