import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../errors.js';
import { findingsText } from '../fuzz/findings/describe-findings.js';
import { writeReproductions } from '../fuzz/findings/reproduction.js';
import type { CampaignEvent } from '../fuzz/model/campaign-event.js';
import { closest } from '../internal/closest.js';
import { withOptionNames } from '../internal/option-names.js';
import { choice } from '../internal/options.js';
import { describeCampaign } from '../report/describe-campaign.js';
import { formatNames, formatReport } from '../report/format-report.js';
import { mergeReports } from '../report/merge-reports.js';
import { readReport, summaryOfEvents } from '../report/read-report.js';
import { type CommandContext, exitCodes } from './command/cli-context.js';
import { addFlags, flagNames, type GivenOptions, givenOptions } from './command/flags.js';
import { outputFlags, writeOutput } from './command/output.js';
import { showFlags } from './command/show-flags.js';

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
  3  written, but shards are missing or incomplete, or the campaign is inconclusive; the message says why

Examples:
  $ crosscheck report merge shards/*.ndjson --out report.ndjson
  $ crosscheck report merge shard-1.ndjson shard-2.ndjson > report.ndjson`;

const mergeFlags = outputFlags({});
const reportFlags = outputFlags({
  format: choice(...formatNames).meta({
    flag: '--format <name>',
    description: `one of ${formatNames.join(', ')} (default: text)`,
  }),
});

/** Makes a command `crosscheck report`, and `crosscheck report merge` in it. */
export function configureReport(command: Command, context: CommandContext): void {
  command
    .description('Convert the report of a campaign, one line of JSON for each event, to another format.')
    .argument('<file...>', 'reports of a campaign')
    .helpCommand(false)
    .enablePositionalOptions()
    .addHelpText('after', examples);
  addFlags(command, reportFlags, showFlags);
  command.action((files: readonly string[]) => {
    const options = { ...givenOptions(command, reportFlags), ...givenOptions(command, showFlags) };
    return withOptionNames(flagNames(reportFlags), () => runReport(files, options, context));
  });
  const merge = command
    .command('merge')
    .description(
      'Merge the reports of the shards of one campaign into one. With --out, the cases of its findings are written next to it.',
    )
    .argument('<file...>', 'reports of its shards')
    .addHelpText('after', mergeExamples);
  addFlags(merge, mergeFlags);
  merge.action((files: readonly string[]) =>
    withOptionNames(flagNames(mergeFlags), () => runMerge(files, givenOptions(merge, mergeFlags), context)),
  );
}

/** Converts reports to another format; several of them as one. */
async function runReport(
  files: readonly string[],
  {
    format = 'text',
    show,
    ...output
  }: GivenOptions<typeof reportFlags.shape> & GivenOptions<typeof showFlags.shape>,
  context: CommandContext,
): Promise<void> {
  if (show !== undefined && format !== 'text' && format !== 'markdown')
    throw new UsageError(`--show applies to --format text and markdown, not to ${format}`);
  assertNoInput(files, output);
  const reports = await allReports(files).catch((error: unknown) => {
    throw isMisspeltMerge(error, files[0]) ? new UsageError(`${error.message}; did you mean merge?`) : error;
  });
  const [only, ...others] = reports;
  const summary = summaryOfEvents(only !== undefined && others.length === 0 ? only : mergeReports(reports));
  await writeOutput(formatReport(summary, format, { show, reports: files }), output, context);
}

/** A campaign cannot be run again to get its report back. */
function assertNoInput(files: readonly string[], { out }: { readonly out?: string | undefined }): void {
  if (out !== undefined && files.some((file) => realPath(file) === realPath(out)))
    throw new UsageError(`--out must not name a report that is read, got ${out}`);
}

/** Returns the path of a file without symbolic links; of a file that does not exist, its path. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

/** Reads all reports. Throws the error of the first one that cannot be read. */
async function allReports(files: readonly string[]): Promise<CampaignEvent[][]> {
  const reports: CampaignEvent[][] = [];
  for (const result of await Promise.allSettled(files.map(readReport))) {
    if (result.status === 'fulfilled') reports.push(result.value);
    else throw result.reason;
  }
  return reports;
}

/** Returns whether the unreadable file is a misspelling of the nested command. */
function isMisspeltMerge(error: unknown, word = ''): error is UsageError {
  if (!(error instanceof UsageError) || closest(word, ['merge']) === undefined) return false;
  const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOENT' && path === word;
}

/** Merges the reports of shards and reports what is missing. */
async function runMerge(
  files: readonly string[],
  output: GivenOptions<typeof mergeFlags.shape>,
  context: CommandContext,
): Promise<void> {
  assertNoInput(files, output);
  const reports = await Promise.all(files.map(readReport));
  const events = mergeReports(reports);
  const summary = summaryOfEvents(events);
  await writeOutput(events.map((event) => `${JSON.stringify(event)}\n`).join(''), output, context);
  if (output.out !== undefined) await writeReproductions(output.out, summary.findings);
  const { headline, notes } = describeCampaign(summary);
  const said = summary.verdict === 'inconclusive' ? [`${headline}.`, ...notes] : notes;
  for (const note of said) context.stderr.write(`Note: ${note}\n`);
  const isIncomplete = summary.missingShards.length > 0 || summary.endedBy === undefined;
  if (isIncomplete || summary.verdict === 'inconclusive') context.endWith(exitCodes.cannotRun);
  else if (summary.verdict === 'findings' && !reports.some(hasFailed)) {
    context.stderr.write(
      `Note: No shard failed alone, but together they have ${findingsText(summary.findings)}.\n`,
    );
    context.endWith(exitCodes.findings);
  }
}

function hasFailed(report: readonly CampaignEvent[]): boolean {
  return summaryOfEvents(report).verdict === 'findings';
}
