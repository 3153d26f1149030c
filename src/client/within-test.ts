import { InconclusiveError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { printDuration } from '../internal/print.js';
import { signalWithin, type TestContext } from '../internal/test-context.js';
import { withTimeLimit } from '../internal/waiting.js';

/** Something that a call waits for. */
export interface Awaited {
  /** The call that waits: `expect(received).toSimulateSuccessfully()`. */
  readonly call: string;
  /** What it waits for: `the simulator's answer`. */
  readonly what: string;
  /** The user's own signal. */
  readonly signal: AbortSignal | undefined;
  /** The test that it shall end with. */
  readonly test: TestContext | undefined;
}

const timeUp = Symbol('the time of the test is up');

/**
 * Waits for something, but ends with the running test, and a little before its time is up: the test shall fail with
 * what was waited for and not with "Test timed out".
 *
 * @throws {InconclusiveError} when the time of the test is up.
 */
export async function withinTest<T>(
  { call, what, signal, test }: Awaited,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const outer = signalWithin(test, signal);
  const remainingMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
  if (test === undefined || remainingMs === Number.POSITIVE_INFINITY) return work(outer);

  const limit = new AbortController();
  const either = outer ? AbortSignal.any([outer, limit.signal]) : limit.signal;
  if (remainingMs <= 0) {
    throw new InconclusiveError({
      summary: `${call} is inconclusive: nothing was sent, because nothing was left of the test's time`,
      details: [
        `Left:       0 ms of the test's own timeout of ${printDuration(test.timeoutMs)}; what came before took it, or loading`,
        "What to do: raise the test's own timeout",
      ],
    });
  }
  const waitMs = remainingMs;
  const came = await withTimeLimit<T | typeof timeUp>(work(either), waitMs, () => timeUp, realClock);
  if (came !== timeUp) return came;
  const error = new InconclusiveError({
    summary: `${call} is inconclusive: ${what} did not come in time`,
    details: [
      `Waited:     ${printDuration(waitMs)}, until just before the test's own timeout of ${printDuration(test.timeoutMs)}`,
      "What to do: look why it takes so long, or raise the test's own timeout",
    ],
  });
  limit.abort(error);
  throw error;
}
