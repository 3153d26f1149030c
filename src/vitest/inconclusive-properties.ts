import { afterEach } from 'vitest';
import { composeMessage } from '../errors.js';
import { inconclusiveText } from '../properties/inconclusive-text.js';

interface ReportedError {
  message: string;
  stack?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Says of every property that `fc.assert` or `test.prop` failed for an outage, in the first line of its error, that it
 * is not a counterexample: fast-check takes whatever a run throws for one, and shrinks it.
 */
export function markInconclusiveProperties(): void {
  afterEach(({ task }) => {
    for (const error of task.result?.errors ?? []) mark(error as ReportedError);
  });
}

function mark(error: ReportedError): void {
  const text = inconclusiveText(error.message, error.cause);
  if (text === undefined) return;
  const marked = composeMessage(text.summary, text.details);
  error.stack = error.stack?.replace(error.message, () => marked);
  error.message = marked;
}
