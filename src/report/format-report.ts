import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import { choice, parseOptions } from '../internal/options.js';
import type { SmokeReport } from '../smoke/smoke-report.js';
import type { ReportOptions } from './describe-campaign.js';
import { harReport } from './har.js';
import { htmlReport } from './html.js';
import { junitReport } from './junit.js';
import { smokeGithub, smokeJunit, smokeMarkdown, smokeText } from './smoke-report.js';
import { markdownReport, textReport } from './text-and-markdown.js';

const campaignFormats = {
  text: textReport,
  markdown: markdownReport,
  html: htmlReport,
  junit: junitReport,
  har: harReport,
  json,
} satisfies Readonly<Record<string, (summary: CampaignReport, options: ReportOptions) => string>>;

/** The formats of a campaign's report. */
export const formatNames = Object.keys(campaignFormats) as readonly (keyof typeof campaignFormats)[];

/** A format of a campaign's report. */
export type ReportFormat = (typeof formatNames)[number];

const smokeFormats = {
  text: smokeText,
  junit: smokeJunit,
  json,
  markdown: smokeMarkdown,
  github: smokeGithub,
} satisfies Readonly<Record<string, (report: SmokeReport) => string>>;

/** The formats of a smoke run's report. */
export const smokeFormatNames = Object.keys(smokeFormats) as readonly (keyof typeof smokeFormats)[];

/** A format of a smoke run's report. */
export type SmokeReportFormat = (typeof smokeFormatNames)[number];

const campaignFormat = choice(...formatNames);
const smokeFormat = choice(...smokeFormatNames);

/**
 * Returns the report of a campaign or of a smoke run as text.
 *
 * | format | of | |
 * | --- | --- | --- |
 * | `text` | both | for a terminal |
 * | `markdown` | both | fits the summary of a step on GitHub |
 * | `junit` | both | for build servers |
 * | `json` | both | the whole report |
 * | `html` | campaign | one page without external resources |
 * | `har` | campaign | the exchanges of the findings (HAR 1.2) |
 * | `github` | smoke run | annotations of a workflow run |
 *
 * @throws {UsageError} if the report does not have this format.
 * @example
 * import { writeFile } from 'node:fs/promises';
 * import { formatReport, readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const summary = summaryOfEvents(await readReport('campaign.ndjson'));
 * await writeFile('campaign.html', formatReport(summary, 'html'));
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { formatReport } from 'crosscheck/report';
 * import { runSmoke } from 'crosscheck/smoke';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'http://localhost:8080',
 *   observerUrl: 'http://localhost:8081',
 * });
 * console.log(formatReport(await runSmoke({ deployment }), 'text'));
 */
export function formatReport(report: CampaignReport, format: ReportFormat, options?: ReportOptions): string;
export function formatReport(report: SmokeReport, format: SmokeReportFormat): string;
export function formatReport(
  report: CampaignReport | SmokeReport,
  format: string,
  options: ReportOptions = {},
): string {
  const invalid = 'formatReport has an invalid format';
  return 'findings' in report
    ? campaignFormats[parseOptions(invalid, campaignFormat, format)](report, options)
    : smokeFormats[parseOptions(invalid, smokeFormat, format)](report);
}

function json(report: CampaignReport | SmokeReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
