import { afterAll, afterEach } from 'vitest';
import { takeRetriedCalls } from '../client/retry.js';
import { composeMessage } from '../errors.js';
import { inconclusiveText } from '../properties/no-verdict.js';

/**
 * Adds what Vitest cannot know to what it reports: which properties failed for an outage, and how many calls of the file
 * succeeded only after retries.
 */
export function reportOutcomes(): void {
  afterEach(({ task }) => {
    for (const error of task.result?.errors ?? []) markInconclusive(error as ReportedError);
  });
  afterAll(() => {
    const line = takeRetriedCalls();
    if (line !== undefined) console.warn(line);
  });
}

interface ReportedError {
  message: string;
  stack?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Says in the first line of the error of `fc.assert` or `test.prop` that it is not a counterexample, if it is none:
 * fast-check takes everything that a run throws for one, and shrinks it.
 */
function markInconclusive(error: ReportedError): void {
  const text = inconclusiveText(error.message, error.cause);
  if (text === undefined) return;
  const marked = composeMessage(text.summary, text.details);
  error.stack = error.stack?.replace(error.message, () => marked);
  error.message = marked;
}
