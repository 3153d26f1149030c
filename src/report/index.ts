/** `crosscheck/report`: reads and merges the reports of campaigns, and formats those of campaigns and smoke runs. */
export type { ReportFormat, SmokeReportFormat } from './format-names.js';
export { formatReport } from './format-report.js';
export { mergeReports } from './merging/merge-reports.js';
export { readReport } from './read-report.js';
export {
  type Counts,
  type PhaseTotals,
  type ReportSummary,
  summaryOfEvents,
  type Timeline,
  type TimelineSlot,
  type Totals,
} from './summary.js';
