import { expect } from 'vitest';

/** The message of an assertion that fails. */
export async function messageOf(assertion: Promise<unknown>): Promise<string> {
  return assertion.then(
    () => expect.fail('the assertion should have failed'),
    ({ message }: Error) => message,
  );
}

/** A message without what differs in every run: ports, traces, durations and how often was polled. */
export function masked(message: string): string {
  return message
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replace(/(Trace ID: +)[\da-f]{32}/g, '$1<trace>')
    .replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, '<time>')
    .replace(/×\d+/g, '×<n>')
    .replace(/\d+ polls?: \d+ ok/, '<n> polls: <n> ok');
}
