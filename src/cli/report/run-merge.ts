import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import type { CampaignEvent } from '../../fuzz/campaign-event.js';
import { findingsText } from '../../fuzz/counting/findings-text.js';
import { mergeReports } from '../../report/merging/merge-reports.js';
import { readReport } from '../../report/reading/read-report.js';
import { verdictText } from '../../report/summary/campaign-facts.js';
import { reportNotes } from '../../report/summary/report-notes.js';
import { summaryOfEvents } from '../../report/summary/summary-of-events.js';
import type { CommandContext } from '../cli-context.js';
import { exitCodes } from '../cli-context.js';
import { writeOutput } from './write-output.js';

/** Merges the reports of shards and reports what is missing. */
export async function runMerge(
  files: readonly string[],
  command: Command,
  context: CommandContext,
): Promise<void> {
  if (command.optsWithGlobals().format !== undefined)
    throw new UsageError('merge has no --format; crosscheck report takes several files and has it');
  const reports = await Promise.all(files.map(readReport));
  const events = mergeReports(reports);
  await writeOutput(events.map((event) => `${JSON.stringify(event)}\n`).join(''), command, context);
  const summary = summaryOfEvents(events);
  for (const note of reportNotes(summary)) context.stderr.write(`Note: ${note}\n`);
  if (summary.missingShards.length > 0 || summary.end === undefined) context.endWith(exitCodes.cannotRun);
  else if (verdictText(summary) === 'findings' && !reports.some(hasFailed)) {
    context.stderr.write(
      `Note: No shard failed alone, but together they have ${findingsText(summary.findings)}.\n`,
    );
    context.endWith(exitCodes.findings);
  }
}

function hasFailed(report: readonly CampaignEvent[]): boolean {
  return verdictText(summaryOfEvents(report)) === 'findings';
}
