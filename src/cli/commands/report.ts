import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addOutput } from '../report/add-output.js';
import { mergeFlags, reportFlags } from '../report/report-flags.js';

const about = 'Convert the report of a campaign, one line of JSON for each event, to another format.';
const examples = `
The report of a campaign that was killed has what was written until then. Pass several files for the shards of one campaign.

Exit codes:
  0  written, whatever the campaign found
  2  a file is missing, or is not the report of a campaign; the message says which

Examples:
  $ crosscheck report report.ndjson
  $ crosscheck report report.ndjson --format html --out report.html
  $ crosscheck report shards/*.ndjson --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ crosscheck report merge shards/*.ndjson --out report.ndjson`;

const mergeExamples = `
Exit codes:
  0  written: all shards are present and complete
  1  written; no shard failed alone, but together they have new findings
  2  a file is missing or is not the report of a campaign, or the shards are not of one campaign; the message says what differs
  3  written, but shards are missing or incomplete; the message says which

Examples:
  $ crosscheck report merge shards/*.ndjson --out report.ndjson
  $ crosscheck report merge shard-1.ndjson shard-2.ndjson > report.ndjson`;

/** Makes a command `crosscheck report`, and `crosscheck report merge` in it. Their parts are loaded when they run. */
export function configureReport(command: Command, context: CommandContext): void {
  command
    .description(about)
    .argument('<file...>', 'reports of a campaign')
    .helpCommand(false)
    .addHelpText('after', examples);
  addOutput(command, reportFlags);
  command.action(async (files: readonly string[]) => {
    const { runReport } = await import('../report/run-report.js');
    await runReport(files, command, context);
  });
  const merge = command
    .command('merge')
    .description('Merge the reports of the shards of one campaign into one.')
    .argument('<file...>', 'reports of its shards')
    .addHelpText('after', mergeExamples);
  addOutput(merge, mergeFlags);
  merge.action(async (files: readonly string[]) => {
    const { runMerge } = await import('../report/run-merge.js');
    await runMerge(files, merge, context);
  });
}
