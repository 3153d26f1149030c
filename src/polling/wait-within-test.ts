import { assertTimeLeft, ownTimeout, signalWithin, type TestContext } from '../deployment/test-context.js';
import { UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { formatDuration } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import type { WaitSettings } from './wait-options.js';

/**
 * Limits a wait to a share of the remaining time of the running test, and ends it with the test. A wait with its own clock
 * is not limited.
 *
 * @throws {InconclusiveError} when no time is left.
 * @throws {UsageError} when too little time is left for a window or stableForMs.
 */
export function settingsWithinTest(
  settings: WaitSettings,
  test: TestContext | undefined,
  share = 1,
): WaitSettings {
  const signal = signalWithin(test, settings.signal);
  if (test === undefined || settings.clock !== realClock) return { ...settings, signal };

  const { timeoutMs, stableForMs, isWindow } = settings;
  const endMs = Math.floor(Math.max(0, test.remainingMs()) * share);
  assertTimeLeft('The wait', endMs, test);
  assertEnoughTime(Math.max(stableForMs, isWindow ? timeoutMs : 0), endMs, test);
  if (endMs >= timeoutMs) return { ...settings, endMs, signal };
  const intended = Number.isFinite(timeoutMs) ? formatDuration(timeoutMs) : 'unlimited';
  const limit = {
    limit: `${ownTimeout} of ${formatDuration(test.timeoutMs)}; timeoutMs is ${intended}`,
    raise: ownTimeout,
  };
  return { ...settings, timeoutMs: endMs, endMs, signal, limit };
}

function assertEnoughTime(neededMs: number, leftMs: number, test: TestContext): void {
  if (neededMs <= leftMs) return;
  throw new UsageError(
    `The test's own timeout of ${formatDuration(test.timeoutMs)} is too short for ${formatDuration(neededMs)} of watching`,
    [
      labelled('Left', formatDuration(leftMs)),
      { advice: "raise the test's own timeout, or watch for less long" },
    ],
  );
}
