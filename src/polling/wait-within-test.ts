import { UsageError } from '../errors.js';
import { printDuration } from '../internal/print.js';
import { signalWithin, type TestContext } from '../internal/test-context.js';
import { type WaitLimit, type WaitOptions, type WaitSettings, waitSettings } from './wait-options.js';

/** A wait that ends before the test that it is made in does. */
export interface WaitWithinTest extends WaitLimit {
  readonly options: WaitOptions & { readonly timeoutMs: number };
}

// The poll at the deadline is made in the time that the test keeps to say how it ended.
function finalPollMs(timeoutMs: number): number {
  return Math.max(1, Math.min(200, Math.floor(timeoutMs * 0.08)));
}

/** Returns the options of a single poll, for `expect.poll`, which polls until its own time is up. */
export function pollWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitWithinTest {
  const limitedBy = options.clock === undefined ? test : undefined;
  // Half of what is left: to tell how it failed, Vitest must poll once more after the poll's time is up.
  const leftMs = Math.max(1, Math.floor((limitedBy?.remainingMs() ?? Number.POSITIVE_INFINITY) / 2));
  const requestMs = Math.min(options.attemptTimeoutMs ?? attemptTimeoutMs, leftMs);
  const { options: poll } = waitWithinTest(
    { ...options, timeoutMs: 0, attemptTimeoutMs: requestMs },
    requestMs,
    test,
  );
  return { options: poll, limit: 'one poll, as expect.poll asks', raise: 'the timeout of expect.poll' };
}

/**
 * Cuts a wait to what is left of the running test, and ends it with the test. A wait with a clock of its own is not
 * cut: its time is another.
 *
 * @throws {UsageError} when an option is bad, or when too little is left for what the wait must see.
 */
export function waitWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitWithinTest {
  const { timeoutMs, finalPollTimeoutMs, minDurationMs, stableForMs } = waitSettings(options);
  const signal = signalWithin(test, options.signal);
  const uncut: WaitWithinTest = { options: { ...options, timeoutMs, signal }, ...ownLimit };
  if (test === undefined || options.clock !== undefined) return uncut;

  const remainingMs = Math.floor(Math.max(0, test.remainingMs()));
  refuseTooLong(Math.max(minDurationMs, stableForMs), remainingMs, test);
  const isCut = remainingMs < timeoutMs;
  const cutMs = isCut ? remainingMs : timeoutMs;
  const wholeMs = remainingMs + finalPollMs(test.timeoutMs);
  return {
    options: {
      ...options,
      timeoutMs: cutMs,
      finalPollTimeoutMs: Math.min(finalPollTimeoutMs, wholeMs - Math.floor(cutMs)),
      attemptTimeoutMs: Math.min(options.attemptTimeoutMs ?? attemptTimeoutMs, wholeMs),
      signal,
    },
    ...(isCut ? limitOf(test) : ownLimit),
  };
}

/** The settings of a wait that ends with the running test, if there is one. */
export function settingsWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitSettings {
  if (test === undefined) return waitSettings(options);
  const { options: within, ...limit } = waitWithinTest(options, attemptTimeoutMs, test);
  return waitSettings(within, limit.limit === ownLimit.limit ? undefined : limit);
}

/** What ends a wait that its own `timeoutMs` ends. */
export const ownLimit: WaitLimit = { limit: 'matcher timeout', raise: 'timeoutMs' };

function limitOf({ timeoutMs }: TestContext): WaitLimit {
  return {
    limit: `the test's own timeout of ${printDuration(timeoutMs)}; raise it or pass timeoutMs`,
    raise: "the test's own timeout",
  };
}

/** A window that must be seen whole: cut short it would say nothing, so it is refused before it starts. */
export function windowWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitOptions {
  if (test && options.clock === undefined) refuseTooLong(options.timeoutMs ?? 0, test.remainingMs(), test);
  return waitWithinTest(options, attemptTimeoutMs, test).options;
}

function refuseTooLong(neededMs: number, remainingMs: number, test: TestContext): void {
  if (neededMs <= remainingMs) return;
  throw new UsageError(
    `The test's own timeout of ${printDuration(test.timeoutMs)} is too short for ${printDuration(neededMs)} of watching`,
    [
      `Left:       ${printDuration(Math.max(0, remainingMs))}`,
      "What to do: raise the test's own timeout, or watch for less long",
    ],
  );
}
