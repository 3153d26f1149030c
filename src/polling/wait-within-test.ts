import { UsageError } from '../errors.js';
import { formatDuration } from '../internal/print.js';
import { signalWithin, type TestContext } from '../internal/test-context.js';
import { type WaitLimit, type WaitOptions, type WaitSettings, waitSettings } from './wait-options.js';

/** A wait that ends before its test times out. */
export interface WaitWithinTest extends WaitLimit {
  readonly options: WaitOptions & { readonly timeoutMs: number };
}

// The final poll uses the time that is reserved for reporting the test's result.
function finalPollMs(timeoutMs: number): number {
  return Math.max(1, Math.min(200, Math.floor(timeoutMs * 0.08)));
}

/** Returns the options of a single poll for `expect.poll`, which repeats it until its own timeout. */
export function pollWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitWithinTest {
  const limitedBy = options.clock === undefined ? test : undefined;
  // Half of the remaining time: to report the failure, Vitest polls once more after the timeout of expect.poll.
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
 * Limits a wait to the remaining time of the running test, and ends it with the test. A wait with its own clock is not
 * limited.
 *
 * @throws {UsageError} when an option is invalid, or when too little time is left for stableForMs or minDurationMs.
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
  assertEnoughTime(Math.max(minDurationMs, stableForMs), remainingMs, test);
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

/** Returns the settings of a wait, limited by the running test if there is one. */
export function settingsWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitSettings {
  if (test === undefined) return waitSettings(options);
  const { options: within, ...limit } = waitWithinTest(options, attemptTimeoutMs, test);
  return waitSettings(within, limit.limit === ownLimit.limit ? undefined : limit);
}

/** The limit of a wait that is not cut short by a test. */
export const ownLimit: WaitLimit = { limit: 'matcher timeout', raise: 'timeoutMs' };

function limitOf({ timeoutMs }: TestContext): WaitLimit {
  return {
    limit: `the test's own timeout of ${formatDuration(timeoutMs)}; raise it or pass timeoutMs`,
    raise: "the test's own timeout",
  };
}

/** Returns the options of a watch that must last its full duration. Throws up front if the test ends too early. */
export function windowWithinTest(
  options: WaitOptions,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitOptions {
  if (test && options.clock === undefined) assertEnoughTime(options.timeoutMs ?? 0, test.remainingMs(), test);
  return waitWithinTest(options, attemptTimeoutMs, test).options;
}

function assertEnoughTime(neededMs: number, remainingMs: number, test: TestContext): void {
  if (neededMs <= remainingMs) return;
  throw new UsageError(
    `The test's own timeout of ${formatDuration(test.timeoutMs)} is too short for ${formatDuration(neededMs)} of watching`,
    [
      `Left:       ${formatDuration(Math.max(0, remainingMs))}`,
      "What to do: raise the test's own timeout, or watch for less long",
    ],
  );
}
