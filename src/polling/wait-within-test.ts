import { UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { formatDuration } from '../internal/print.js';
import { ownTimeout, signalWithin, type TestContext } from '../internal/test-context.js';
import type { WaitLimit, WaitSettings } from './wait-options.js';

/**
 * Limits a wait to the remaining time of the running test, and ends it with the test. A wait with its own clock is not
 * limited.
 *
 * @param attemptTimeoutMs - That of the deployment.
 * @throws {UsageError} when too little time is left for stableForMs or minDurationMs.
 */
export function settingsWithinTest(
  settings: WaitSettings,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitSettings {
  const signal = signalWithin(test, settings.signal);
  if (test === undefined || settings.clock !== realClock) return { ...settings, signal };

  const { timeoutMs, finalPollTimeoutMs, minDurationMs, stableForMs } = settings;
  const remainingMs = Math.floor(Math.max(0, test.remainingMs()));
  assertEnoughTime(Math.max(minDurationMs, stableForMs), remainingMs, test);
  const isCut = remainingMs < timeoutMs;
  const cutMs = isCut ? remainingMs : timeoutMs;
  const wholeMs = remainingMs + finalPollMs(test.timeoutMs);
  return {
    ...settings,
    timeoutMs: cutMs,
    finalPollTimeoutMs: Math.min(finalPollTimeoutMs, wholeMs - Math.floor(cutMs)),
    attemptTimeoutMs: Math.min(settings.attemptTimeoutMs ?? attemptTimeoutMs, wholeMs),
    signal,
    limit: isCut ? limitOf(test, timeoutMs) : settings.limit,
  };
}

// The final poll uses the time that is reserved for reporting the test's result.
function finalPollMs(timeoutMs: number): number {
  return Math.max(1, Math.min(200, Math.floor(timeoutMs * 0.08)));
}

function limitOf(test: TestContext, timeoutMs: number): WaitLimit {
  const intended = Number.isFinite(timeoutMs) ? formatDuration(timeoutMs) : 'unlimited';
  return {
    limit: `${ownTimeout} of ${formatDuration(test.timeoutMs)}; timeoutMs is ${intended}`,
    raise: ownTimeout,
  };
}

/** Limits a wait to a single poll for `expect.poll`, which repeats it until its own timeout. */
export function singlePollWithinTest(
  settings: WaitSettings,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitSettings {
  const limitedBy = settings.clock === realClock ? test : undefined;
  // Half of the remaining time: to report the failure, Vitest polls once more after the timeout of expect.poll.
  const leftMs = Math.max(1, Math.floor((limitedBy?.remainingMs() ?? Number.POSITIVE_INFINITY) / 2));
  const requestMs = Math.min(settings.attemptTimeoutMs ?? attemptTimeoutMs, leftMs);
  const poll = { ...settings, timeoutMs: 0, attemptTimeoutMs: requestMs };
  return {
    ...settingsWithinTest(poll, requestMs, test),
    limit: { limit: 'one poll, as expect.poll asks', raise: 'the timeout of expect.poll' },
  };
}

/** Returns the settings of a watch that must last its full duration. Throws up front if the test ends too early. */
export function windowWithinTest(
  settings: WaitSettings,
  attemptTimeoutMs: number,
  test: TestContext | undefined,
): WaitSettings {
  if (test && settings.clock === realClock) assertEnoughTime(settings.timeoutMs, test.remainingMs(), test);
  return settingsWithinTest(settings, attemptTimeoutMs, test);
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
