import { formatDuration } from '../../internal/print.js';
import type { SmokeCheck, SmokeReport, SmokeStatus } from '../../smoke/smoke-report.js';

const statusWidth = 'inconclusive'.length;

/** Writes the report of a smoke run as a terminal shows it: a line for each check, and what came of the run. */
export function smokeText(report: SmokeReport): string {
  const names = report.checks.map(({ name }) => name);
  const lines = report.checks.map((check) => smokeCheckText(check, names));
  return `${lines.join('')}\n${smokeVerdictText(report)}\n`;
}

/** Writes a status in its colour. */
export type PaintStatus = (status: SmokeStatus, text: string) => string;

/**
 * Writes one check: a line, and below one that did not pass what was seen and what to do.
 *
 * @param names - Those of all checks of the run, which share a column.
 */
export function smokeCheckText(
  check: SmokeCheck,
  names: readonly string[],
  paint: PaintStatus = (_, text) => text,
): string {
  const { name, status, message } = check;
  const width = Math.max(...names.map(({ length }) => length));
  const head = `${paint(status, status.padEnd(statusWidth))}  ${name.padEnd(width)}  ${message}\n`;
  return `${head}${checkLines(check)
    .map((line) => `${' '.repeat(statusWidth + 2)}${line}\n`)
    .join('')}`;
}

/** What else there is to say of a check. */
export function checkLines({ status, about, details, advice }: SmokeCheck): string[] {
  if (status === 'passed') return details.filter((line) => line.startsWith('Note:'));
  if (status === 'skipped') return [];
  return [`Check:     ${about}`, ...details, ...(advice === undefined ? [] : [`What to do: ${advice}`])];
}

/** Names a run by its deployment, and says where its answers come from and whether it was stopped. */
export function runName({ deployment, isReplayed, isStopped }: SmokeReport): string {
  const from = isReplayed ? ', replayed from a recording' : '';
  return `${deployment.name}${from}${isStopped ? ', stopped before its end' : ''}`;
}

/** Says in one line what came of a smoke run. */
export function smokeVerdictText(report: SmokeReport): string {
  const { verdict, checks, requests, durationMs } = report;
  const count = (status: SmokeStatus): number => checks.filter((check) => check.status === status).length;
  const counted = (['failed', 'inconclusive', 'passed', 'skipped'] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status}`)
    .join(', ');
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'} in ${formatDuration(durationMs)}`;
  return `Smoke run of ${runName(report)}: ${verdict} (${counted}; ${sent})`;
}
