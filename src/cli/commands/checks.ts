import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';

const examples = `
A check's name is what campaigns, reports and baselines call it; --skip-check leaves one out.

Exit codes:
  0  printed
  2  an unknown flag

Examples:
  $ crosscheck checks
  $ crosscheck checks --json`;

/** Makes a command `crosscheck checks`. Its parts are loaded when it runs. */
export function configureChecks(command: Command, { stdout }: CliContext): void {
  command
    .description('List what campaigns check, family by family: severity, what must not be, and its source.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', examples)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { listChecks } = await import('../checks/list-checks.js');
      stdout.write(listChecks({ json: json === true }));
    });
}
