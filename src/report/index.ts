/** `crosscheck/report`: reads and merges the reports of campaigns, and formats those of campaigns and smoke runs. */
export type { CampaignReport, PhaseTotals, Totals } from '../fuzz/model/campaign-verdict.js';
export type { Counts } from '../fuzz/model/counts.js';
export type { Timeline, TimelineSlot } from '../fuzz/model/timeline.js';
export type { ReportOptions } from './describe-campaign.js';
export { formatReport, type ReportFormat, type SmokeReportFormat } from './format-report.js';
export { mergeReports } from './merge-reports.js';
export { readReport, summaryOfEvents } from './read-report.js';
