/** `crosscheck/report`: reads the reports of campaigns, puts those of shards together, turns them into other forms. */
export type { CampaignEvent } from '../fuzz/campaign-event.js';
export { harReport } from './formats/har-report.js';
export { htmlReport } from './formats/html-report.js';
export { jsonReport } from './formats/json-report.js';
export { junitReport } from './formats/junit-report.js';
export { markdownReport } from './formats/markdown-report.js';
export { textReport } from './formats/text-report.js';
export { mergeReports } from './merging/merge-reports.js';
export { readReport } from './reading/read-report.js';
export type {
  Counts,
  PhaseTotals,
  ReportSummary,
  Timeline,
  TimelineSlot,
  Totals,
} from './summary/report-summary.js';
export { summaryOfEvents } from './summary/summary-of-events.js';
