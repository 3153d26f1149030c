/**
 * `crosscheck/report`: reads the reports of campaigns, puts those of shards together, turns them into other forms; writes
 * the reports of smoke runs.
 */
export { harReport } from './formats/har-report.js';
export { htmlReport } from './formats/html-report.js';
export { jsonReport } from './formats/json-report.js';
export { junitReport } from './formats/junit-report.js';
export { markdownReport } from './formats/markdown-report.js';
export { textReport } from './formats/text-report.js';
export { mergeReports } from './merging/merge-reports.js';
export { readReport } from './reading/read-report.js';
export { smokeGithub } from './smoke/smoke-github.js';
export { smokeJson } from './smoke/smoke-json.js';
export { smokeJunit } from './smoke/smoke-junit.js';
export { smokeMarkdown } from './smoke/smoke-markdown.js';
export { smokeText } from './smoke/smoke-text.js';
export type {
  Counts,
  PhaseTotals,
  ReportSummary,
  Timeline,
  TimelineSlot,
  Totals,
} from './summary/report-summary.js';
export { summaryOfEvents } from './summary/summary-of-events.js';
