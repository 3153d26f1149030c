import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';

const examples = `
Campaigns, reports and baselines use these names. crosscheck fuzz --skip-check <name> skips a check.

Exit codes:
  0  printed
  2  an unknown flag

Examples:
  $ crosscheck checks
  $ crosscheck checks --json`;

/** Makes a command `crosscheck checks`. Its parts are loaded when it runs. */
export function configureChecks(command: Command, { stdout }: CliContext): void {
  command
    .description(
      'List the checks of campaigns by family: name, severity, what each one requires, and its source.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', examples)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { listChecks } = await import('../checks/list-checks.js');
      stdout.write(listChecks({ json: json === true }));
    });
}
