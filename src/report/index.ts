/**
 * `crosscheck/report`: reads the reports of campaigns, puts those of shards together, turns them into other forms; writes
 * the reports of smoke runs.
 */
export type { ReportFormat } from './formats/format-names.js';
export { formatReport } from './formats/format-report.js';
export { mergeReports } from './merging/merge-reports.js';
export { readReport } from './reading/read-report.js';
export { formatSmokeReport } from './smoke/format-smoke-report.js';
export type { SmokeReportFormat } from './smoke/smoke-format-names.js';
export type {
  Counts,
  PhaseTotals,
  ReportSummary,
  Timeline,
  TimelineSlot,
  Totals,
} from './summary/report-summary.js';
export { summaryOfEvents } from './summary/summary-of-events.js';
