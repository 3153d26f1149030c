import { traceLines } from '../client/exchange-text.js';
import { detailText } from '../errors.js';
import { counted, cut, formatDuration } from '../internal/print.js';
import { labelled, textTable, widthOf } from '../internal/terminal.js';
import { type SmokeCheck, type SmokeReport, type SmokeStatus, smokeStatuses } from '../smoke/smoke-report.js';
import { caseHead, junitDocument, type XmlNode } from './junit.js';
import { markdown } from './text-and-markdown.js';

const statusWidth = widthOf(smokeStatuses);

/** Writes the report of a smoke run for a terminal: the checks, and the verdict. */
export function smokeText(report: SmokeReport): string {
  const names = report.checks.map(({ name }) => name);
  const lines = report.checks.map((check) => smokeCheckText(check, names));
  return `${lines.join('')}\n${smokeVerdictText(report)}\n`;
}

/** Writes a status in its colour. */
export type PaintStatus = (status: SmokeStatus, text: string) => string;

/**
 * Writes a check as one line. If it did not pass, more lines show what was seen and what to do.
 *
 * @param names - The names of all checks of the run, which share a column.
 */
export function smokeCheckText(
  check: SmokeCheck,
  names: readonly string[],
  paint: PaintStatus = (_, text) => text,
): string {
  const { name, status, message } = check;
  const line = textTable([[status, name, message]], { widths: [statusWidth, widthOf(names)] });
  const head = `${paint(status, status)}${line.slice(status.length)}`;
  const indent = ' '.repeat(statusWidth + 2);
  return (
    head +
    checkLines(check)
      .map((line) => `${indent}${line}\n`)
      .join('')
  );
}

/** Returns the lines below the message of a check. A check that passed has only its notes. */
export function checkLines({ status, about, details, notes, advice }: SmokeCheck): string[] {
  if (status === 'skipped') return [];
  const noteLines = notes.map((note) => labelled('Note', note));
  if (status === 'passed') return noteLines;
  return [
    labelled('Check', about),
    ...details,
    ...noteLines,
    ...(advice === undefined ? [] : [detailText({ advice })]),
  ];
}

/** Returns the result of a smoke run in one line. */
export function smokeVerdictText(report: SmokeReport): string {
  const { verdict, checks, requests, durationMs } = report;
  const counts = (['failed', 'inconclusive', 'passed', 'skipped'] as const)
    .map((status) => ({ status, count: checks.filter((check) => check.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`)
    .join(', ');
  const sent = `${counted(requests, 'request')} in ${formatDuration(durationMs)}`;
  return `Smoke run of ${runName(report)}: ${verdict} (${counts}; ${sent})`;
}

/** Names a run by its deployment, and says if it was replayed or stopped. */
function runName({ deployment, isReplayed, isStopped }: SmokeReport): string {
  const replayed = isReplayed ? ', replayed from a recording' : '';
  return `${deployment.name}${replayed}${isStopped ? ', stopped before its end' : ''}`;
}

/** Writes the report of a smoke run as Markdown that fits the summary of a step on GitHub. */
export function smokeMarkdown(report: SmokeReport): string {
  const rows = report.checks.map(({ name, status, message, durationMs }) => [
    name,
    status === 'passed' || status === 'skipped' ? status : status.toUpperCase(),
    message,
    formatDuration(durationMs),
  ]);
  return markdown({
    title: smokeVerdictText(report),
    notes: [],
    tables: [{ heads: ['Check', 'Status', 'Result', 'Duration'], rows }],
    details: report.checks
      .filter((check) => checkLines(check).length > 0)
      .map((check) => ({ title: check.name, text: [check.message, ...checkLines(check)].join('\n') })),
  });
}

/** Writes the report of a smoke run for build servers. An inconclusive check is an error. */
export function smokeJunit(report: SmokeReport): string {
  const { startedAt, durationMs, checks } = report;
  return junitDocument({
    name: `crosscheck smoke ${runName(report)}`,
    startedAt,
    durationMs,
    suites: [{ name: 'smoke', durationMs, cases: checks.map(junitCase) }],
  });
}

function junitCase(check: SmokeCheck): XmlNode {
  const { name, status, message, durationMs } = check;
  const head = caseHead('smoke', name, durationMs);
  const about = { '@_message': message };
  const text = checkLines(check).join('\n');
  switch (status) {
    case 'passed':
      return { ...head, 'system-out': [message, text].filter(Boolean).join('\n') };
    case 'skipped':
      return { ...head, skipped: about };
    case 'failed':
      return { ...head, failure: { ...about, '@_type': name, '#text': text } };
    case 'inconclusive':
      return { ...head, error: { ...about, '@_type': 'inconclusive', '#text': text } };
  }
}

/**
 * Writes the report of a smoke run as annotations of a GitHub workflow run: an error for each check that failed or is
 * inconclusive, a warning for each note, and a notice with the verdict and the skipped checks.
 */
export function smokeGithub(report: SmokeReport): string {
  const { deployment, checks } = report;
  const skipped = checks
    .filter(({ status }) => status === 'skipped')
    .map(({ name, message }) => labelled('Skipped', `${name}: ${message}`));
  const verdict = [smokeVerdictText(report), ...skipped].join('\n');
  return [
    ...checks.flatMap((check) => annotationsOf(check, deployment.name)),
    annotation('notice', `Smoke run of ${deployment.name}`, verdict),
  ].join('');
}

function annotationsOf(check: SmokeCheck, deployment: string): string[] {
  const { name, status, message } = check;
  const lines = checkLines(check);
  if (status === 'failed' || status === 'inconclusive') {
    // It may be at the end of the details, which a long annotation loses.
    const trace = traceLines(check);
    const text = [message, ...trace, ...lines.filter((line) => !trace.includes(line))].join('\n');
    return [annotation('error', `${deployment}: ${name} ${status}`, text)];
  }
  return lines.length > 0 ? [annotation('warning', `${deployment}: ${name}`, lines.join('\n'))] : [];
}

/** GitHub shows at most 4 KiB of an annotation. */
const maxMessageLength = 3_500;

function annotation(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${kind} title=${escapedProperty(title)}::${escapedData(cut(message, maxMessageLength))}\n`;
}

/** Escapes line feeds, because the next line would be another command. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
