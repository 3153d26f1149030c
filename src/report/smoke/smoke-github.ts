import { cut } from '../../internal/print.js';
import type { SmokeCheck, SmokeReport } from '../../smoke/smoke-report.js';
import { checkLines, smokeVerdictText } from './smoke-text.js';

/** GitHub shows 4 KiB of an annotation. */
const longestMessage = 3_500;

/**
 * Writes the report of a smoke run as annotations of a run on GitHub: an error for each check that failed or is
 * inconclusive, a warning for each note, a notice for the verdict and the skipped checks. GitHub shows ten errors of a step.
 */
export function smokeGithub(report: SmokeReport): string {
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
