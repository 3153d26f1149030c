import { takeRetriedCalls } from '../client/retried-calls.js';
import { composeMessage } from '../errors.js';
import { inconclusiveText } from '../properties/no-verdict.js';
import { vitest } from './peer.js';

const { afterAll, afterEach } = vitest;

/** Adds to Vitest's report which properties failed because of an outage, and how many calls needed retries. */
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
 * Marks an error of `fc.assert` or `test.prop` as inconclusive if it is not a counterexample: fast-check treats every
 * error as a counterexample and shrinks it.
 */
function markInconclusive(error: ReportedError): void {
  const text = inconclusiveText(error.message, error.cause);
  if (text === undefined) return;
  const marked = composeMessage(text.summary, text.details);
  error.stack = error.stack?.replace(error.message, () => marked);
  error.message = marked;
}
