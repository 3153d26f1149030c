import type { Command } from 'commander';
import type { FormatName } from '../../report/formats/format-names.js';
import { reportFormats } from '../../report/formats/report-formats.js';
import { mergeReports } from '../../report/merging/merge-reports.js';
import { readReport } from '../../report/reading/read-report.js';
import { summaryOfEvents } from '../../report/summary/summary-of-events.js';
import type { CommandContext } from '../cli-context.js';
import { writeOutput } from './write-output.js';

/** Turns reports into another form; several of them as one. */
export async function runReport(
  files: readonly string[],
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { format = 'text' } = command.opts<{ format?: FormatName }>();
  const reports = await Promise.all(files.map(readReport));
  const [only, ...others] = reports;
  const summary = summaryOfEvents(only !== undefined && others.length === 0 ? only : mergeReports(reports));
  await writeOutput(reportFormats[format](summary), command, context);
}
