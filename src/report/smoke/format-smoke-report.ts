import { choice, parseOptions } from '../../internal/options.js';
import { cut, formatDuration } from '../../internal/print.js';
import type { SmokeCheck, SmokeReport } from '../../smoke/smoke-report.js';
import { caseHead, junitDocument, type XmlNode } from '../formats/junit-document.js';
import { escaped, foldedText, joinWithin, tableLines } from '../formats/markdown-text.js';
import { type SmokeReportFormat, smokeFormatNames } from './smoke-format-names.js';
import { checkLines, runName, smokeText, smokeVerdictText } from './smoke-text.js';

const writers: Readonly<Record<SmokeReportFormat, (report: SmokeReport) => string>> = {
  text: smokeText,
  junit: smokeJunit,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: smokeMarkdown,
  github: smokeGithub,
};

const knownFormat = choice(...smokeFormatNames);

/**
 * Returns the report of a smoke run as a text: `text` as a terminal shows it, `junit` for build servers, `json`, `markdown`
 * that fits the summary of a step on GitHub, or `github` with annotations of a run there.
 *
 * @throws {UsageError} when there is no such format.
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { formatSmokeReport } from 'crosscheck/report';
 * import { runSmoke } from 'crosscheck/smoke';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'http://localhost:8080',
 *   observerUrl: 'http://localhost:8081',
 * });
 * console.log(formatSmokeReport(await runSmoke({ deployment }), 'text'));
 */
export function formatSmokeReport(report: SmokeReport, format: SmokeReportFormat): string {
  return writers[parseOptions('formatSmokeReport has an invalid format', knownFormat, format)](report);
}

/** GitHub shows 4 KiB of an annotation. */
const longestMessage = 3_500;

/**
 * Writes the report of a smoke run as annotations of a run on GitHub: an error for each check that failed or is
 * inconclusive, a warning for each note, a notice for the verdict and the skipped checks. GitHub shows ten errors of a step.
 */
function smokeGithub(report: SmokeReport): string {
  const { deployment, checks } = report;
  const skipped = checks
    .filter(({ status }) => status === 'skipped')
    .map(({ name, message }) => `Skipped:   ${name}: ${message}`);
  return [
    ...checks.flatMap((check) => annotationsOf(check, deployment.name)),
    annotation(
      'notice',
      `Smoke run of ${deployment.name}`,
      [smokeVerdictText(report), ...skipped].join('\n'),
    ),
  ].join('');
}

function annotationsOf(check: SmokeCheck, deployment: string): string[] {
  const { name, status, message } = check;
  const lines = checkLines(check);
  if (status === 'failed' || status === 'inconclusive')
    return [annotation('error', `${deployment}: ${name} ${status}`, [message, ...lines].join('\n'))];
  return lines.length > 0 ? [annotation('warning', `${deployment}: ${name}`, lines.join('\n'))] : [];
}

function annotation(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${kind} title=${escapedProperty(title)}::${escapedData(cut(message, longestMessage))}\n`;
}

/** A line feed would end the command, and what follows would be one of its own. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Writes the report of a smoke run for the test views of build servers. What is inconclusive is an error. */
function smokeJunit(report: SmokeReport): string {
  const { startedAt, durationMs, checks } = report;
  return junitDocument({
    name: `crosscheck smoke ${runName(report)}`,
    startedAt,
    durationMs,
    suites: [{ name: 'smoke', durationMs, cases: checks.map(caseOf) }],
  });
}

function caseOf(check: SmokeCheck): XmlNode {
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

/** Writes the report of a smoke run as Markdown that fits the summary of a step on GitHub. */
function smokeMarkdown(report: SmokeReport): string {
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
