import { formatDuration } from '../../internal/print.js';
import type { SmokeReport } from '../../smoke/smoke-report.js';
import { escaped, foldedText, joinWithin, tableLines } from '../formats/markdown-text.js';
import { checkLines, smokeVerdictText } from './smoke-text.js';

/** Writes the report of a smoke run as Markdown that fits the summary of a step on GitHub. */
export function smokeMarkdown(report: SmokeReport): string {
  const { checks } = report;
  const rows = checks.map(({ name, status, message, durationMs }) => [
    name,
    status === 'passed' || status === 'skipped' ? status : status.toUpperCase(),
    message,
    formatDuration(durationMs),
  ]);
  const told = checks.filter((check) => checkLines(check).length > 0);
  const { whole } = joinWithin([
    `## ${escaped(smokeVerdictText(report))}\n`,
    ...tableLines(['Check', 'Status', 'What came', 'Took'], rows),
    '',
    ...told.map((check) => foldedText(check.name, [check.message, ...checkLines(check)].join('\n'))),
  ]);
  return whole;
}
