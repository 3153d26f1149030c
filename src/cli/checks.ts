import type { Command } from 'commander';
import { type CheckFamily, checkFamilies, severities } from '../checks/check.js';
import { knownChecks } from '../checks/known-checks.js';
import { textTable, widthOf } from '../internal/terminal.js';
import type { CommandContext } from './command/cli-context.js';
import { addFlags, givenOptions } from './command/flags.js';
import { jsonFlag } from './command/output.js';

const examples = `
Campaigns, reports and baselines use these names. crosscheck fuzz --skip-check <name> skips a check.

Exit codes:
  0  printed
  2  an unknown flag

Examples:
  $ crosscheck checks
  $ crosscheck checks --json`;

const flags = jsonFlag('print one line of JSON');

/** Makes a command `crosscheck checks`. */
export function configureChecks(command: Command, { stdout }: CommandContext): void {
  command
    .description(
      'List the checks of campaigns by family: name, severity, what each one requires, and its source.',
    )
    .addHelpText('after', examples);
  addFlags(command, flags);
  command.action(() => {
    stdout.write(givenOptions(command, flags).json ? checksJson() : checksText());
  });
}

function checksJson(): string {
  const checks = knownChecks.map(({ name, family, severity, about, source }) => ({
    ...{ name, family, severity, about, source },
  }));
  return `${JSON.stringify(checks)}\n`;
}

/** Returns two lines for each check, under a heading for each family. */
function checksText(): string {
  const widths = [widthOf(knownChecks.map(({ name }) => name)), widthOf(severities)];
  const textOf = (family: CheckFamily): string => {
    const checks = knownChecks.filter((check) => check.family === family);
    const rows = checks.flatMap(({ name, severity, about, source }) => [
      [name, severity, about],
      ['', '', `Source: ${source}.`],
    ]);
    return `${family.toUpperCase()}\n${textTable(rows, { widths })}`;
  };
  return checkFamilies.map(textOf).join('\n');
}
