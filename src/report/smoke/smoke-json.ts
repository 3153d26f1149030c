import type { SmokeReport } from '../../smoke/smoke-report.js';

/** Writes the report of a smoke run as JSON. */
export function smokeJson(report: SmokeReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
