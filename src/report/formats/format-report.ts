import { choice, parseOptions } from '../../internal/options.js';
import type { ReportSummary } from '../summary/report-summary.js';
import { formatNames, type ReportFormat } from './format-names.js';
import { harReport } from './har-report.js';
import { htmlReport } from './html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit-report.js';
import { markdownReport } from './markdown-report.js';
import { textReport } from './text-report.js';

const writers: Readonly<Record<ReportFormat, (summary: ReportSummary) => string>> = {
  text: textReport,
  markdown: markdownReport,
  html: htmlReport,
  junit: junitReport,
  har: harReport,
  json: jsonReport,
};

const knownFormat = choice(...formatNames);

/**
 * Returns the report of a campaign as a text: `text` as a terminal shows it, `markdown`, `html` as one page that sends no
 * request, `junit` for build servers, `har` with the exchanges of the findings (HAR 1.2), or `json` with the whole summary.
 *
 * @throws {UsageError} when there is no such format.
 * @example
 * import { writeFile } from 'node:fs/promises';
 * import { formatReport, readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const summary = summaryOfEvents(await readReport('campaign.ndjson'));
 * await writeFile('campaign.html', formatReport(summary, 'html'));
 */
export function formatReport(summary: ReportSummary, format: ReportFormat): string {
  return writers[parseOptions('formatReport has an invalid format', knownFormat, format)](summary);
}
