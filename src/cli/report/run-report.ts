import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import type { CampaignEvent } from '../../fuzz/campaign-event.js';
import { closest } from '../../internal/closest.js';
import type { ReportFormat } from '../../report/formats/format-names.js';
import { formatReport } from '../../report/formats/format-report.js';
import { mergeReports } from '../../report/merging/merge-reports.js';
import { readReport } from '../../report/reading/read-report.js';
import { summaryOfEvents } from '../../report/summary/summary-of-events.js';
import type { CommandContext } from '../cli-context.js';
import { writeOutput } from './write-output.js';

/** Converts reports to another format; several of them as one. */
export async function runReport(
  files: readonly string[],
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { format = 'text' } = command.opts<{ format?: ReportFormat }>();
  const reports = await allReports(files).catch((error: unknown) => {
    throw isMisspeltMerge(error, files[0]) ? new UsageError(`${error.message}; did you mean merge?`) : error;
  });
  const [only, ...others] = reports;
  const summary = summaryOfEvents(only !== undefined && others.length === 0 ? only : mergeReports(reports));
  await writeOutput(formatReport(summary, format), command, context);
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
