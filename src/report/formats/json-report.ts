import type { ReportSummary } from '../summary/report-summary.js';

/** Writes the summary of a report as JSON. */
export function jsonReport(summary: ReportSummary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}
