import { afterEach } from 'vitest';
import { noVerdictIn } from '../errors/no-verdict.js';

/** How fast-check begins to say that a property failed, in every release from 4.0 on. */
const failed = /^Property failed after \d+ tests\n/;
/** How it says that its `interruptAfterTimeLimit` ended a property before a run of it came to an end. */
const interrupted = /^Property interrupted after 0 tests\n/;
const shrunk = /\nShrunk ([1-9]\d*) time/;
/** With `includeErrorInReport` it has no cause, but what was thrown in its text. */
const gotInconclusive =
  /\nGot ((?:Inconclusive|HttpNetwork|HttpTimeout|InclusionProbe|InclusionAborted)Error: .*|HttpStatusError: .* answered with status (?:401|407|408|429|50[234])\b.*)/;

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
  const isInterrupted = interrupted.test(error.message);
  if (!isInterrupted && !failed.test(error.message)) return;
  const text = isInterrupted
    ? 'nothing was checked, because interruptAfterTimeLimit ended it before its first run did'
    : (noVerdictIn(error.cause)?.message ?? gotInconclusive.exec(error.message)?.[1]);
  if (text === undefined) return;
  const marked = [
    `Property inconclusive, not a counterexample: ${String(text).split('\n', 1)[0]}`,
    '',
    ...(shrunk.test(error.message)
      ? ['It was shrunk to this: an earlier value may be a real counterexample, which is lost.']
      : []),
    isInterrupted
      ? 'What to do: look whether the service answers, and give the property more time'
      : 'What to do: look whether the service answers; use checkProperty of crosscheck/arbitraries, which tells the two apart',
    '',
    `fast-check:  ${error.message}`,
  ].join('\n');
  error.stack = error.stack?.replace(error.message, () => marked);
  error.message = marked;
}
