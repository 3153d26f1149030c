import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import type { InitFlags } from '../init/run-init.js';

const examples = `
Writes crosscheck.config, a Vitest configuration, an end-to-end test, a property test and a GitHub workflow, adds the script
test:crosscheck, and installs missing packages with the package manager of the project. Existing files are not changed. If
the project already has a Vitest or Jest configuration, the suite gets its own.

Exit codes:
  0  done, or nothing to do
  2  usage error: no package.json, no terminal to ask in, or a file cannot be written
  3  all files were written, but the packages could not be installed

Examples:
  $ crosscheck init
  $ crosscheck init --yes
  $ crosscheck init --dry-run`;

/** Makes a command `crosscheck init`. Its parts are loaded when it runs. */
export function configureInit(command: Command, context: CommandContext): void {
  command
    .description('Add a test suite to the project in this folder.')
    .option('-y, --yes', 'do not ask for confirmation')
    .option('--dry-run', 'show what would be done, without doing it')
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
