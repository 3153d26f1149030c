import type { SmokeCheck, SmokeReport } from '../../smoke/smoke-report.js';
import { caseHead, junitDocument, type XmlNode } from '../formats/junit-document.js';
import { checkLines } from './smoke-text.js';

/** Writes the report of a smoke run for the test views of build servers. What is inconclusive is an error. */
export function smokeJunit({ deployment, isReplayed, startedAt, durationMs, checks }: SmokeReport): string {
  return junitDocument({
    name: `crosscheck smoke ${deployment.name}${isReplayed ? ', replayed from a recording' : ''}`,
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
