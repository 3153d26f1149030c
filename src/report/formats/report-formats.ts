import type { ReportSummary } from '../summary/report-summary.js';
import type { FormatName } from './format-names.js';
import { harReport } from './har-report.js';
import { htmlReport } from './html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit-report.js';
import { markdownReport } from './markdown-report.js';
import { textReport } from './text-report.js';

/** What a report can be turned into, by name. */
export const reportFormats = {
  text: textReport,
  markdown: markdownReport,
  html: htmlReport,
  junit: junitReport,
  har: harReport,
  json: jsonReport,
} as const satisfies Record<FormatName, (summary: ReportSummary) => string>;
