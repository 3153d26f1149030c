import { InconclusiveError } from '../errors.js';
import { realClock, withTimeLimit } from '../internal/clock.js';
import { formatDuration } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import { labelled } from '../internal/terminal.js';
import { type TestContext, testRunner } from './test-context.js';

/** A call that waits for something. */
interface Awaited {
  /** The call: `expect(received).toSimulateSuccessfully()`. */
  readonly call: string;
  /** What it waits for: `the simulator's answer`; or a function that returns it when the time is up. */
  readonly what: string | (() => string);
  /** The user's own signal. */
  readonly signal: AbortSignal | undefined;
  /** The test that limits it. */
  readonly test: TestContext | undefined;
}

/** How messages name the timeout of a test. */
export const ownTimeout = "the test's own timeout";

const timeUp = Symbol('the time of the test is up');

/**
 * Awaits work, but stops shortly before the test times out, so that the test fails with what was awaited rather than
 * with "Test timed out".
 *
 * @throws {InconclusiveError} if the test runs out of time.
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
  assertTimeLeft(call, remainingMs, test);
  const result = await withTimeLimit<T | typeof timeUp>(work(either), remainingMs, () => timeUp, realClock);
  if (result !== timeUp) return result;
  const awaited = typeof what === 'string' ? what : what();
  const pending = pendingRequest(either);
  // A call may make many requests, the last of which began just now.
  const isSilent = pending !== undefined && pending.silentMs >= remainingMs / 2;
  const error = new InconclusiveError({
    summary: `${call} is inconclusive: ${isSilent ? `${pending.who.replace(/^The/, 'the')} did not answer for ${formatDuration(pending.silentMs)}` : `${awaited} did not come in time`}`,
    details: [
      labelled(
        'Waited',
        `${formatDuration(remainingMs)}${isSilent ? ` for ${awaited}` : ''}, until just before ${ownTimeout} of ${formatDuration(test.timeoutMs)}`,
      ),
      ...(pending?.lines ?? []),
      {
        advice: `${isSilent ? 'check that the service runs and is not overloaded' : 'find out why it takes so long'}, or raise ${ownTimeout}`,
      },
    ],
  });
  limit.abort(error);
  throw error;
}

/** Throws an {@link InconclusiveError} unless a test has time left for a call. */
export function assertTimeLeft(call: string, remainingMs: number, test: TestContext): void {
  if (remainingMs > 0) return;
  throw new InconclusiveError({
    summary: `${call} is inconclusive: nothing was sent, because the test had no time left`,
    details: [
      labelled(
        'Left',
        `0 ms of ${ownTimeout} of ${formatDuration(test.timeoutMs)}; earlier code or loading used it up`,
      ),
      { advice: `raise ${ownTimeout}` },
    ],
  });
}

/** Combines a signal with that of a test. */
export function signalWithin(
  test: TestContext | undefined,
  signal: AbortSignal | undefined,
): AbortSignal | undefined {
  if (test === undefined) return signal;
  return signal === undefined ? test.signal : AbortSignal.any([signal, test.signal]);
}

/** The share of a test's remaining time that each of two consecutive requests may take. Assumption. */
export const shareOfTest = 0.45;

/** A request that has not been answered. */
export interface PendingRequest {
  /** Who was asked: `The observer of staging`. */
  readonly who: string;
  /** How long the server has been silent, in milliseconds. */
  readonly silentMs: number;
  /** Its method, URL and trace, as lines of a message without secrets. */
  readonly lines: readonly string[];
}

const pendingRequests = sharedByCopies(
  'pendingRequests',
  () => new WeakMap<AbortSignal, () => PendingRequest>(),
);

/** Names the request that a signal would abort, for the message of the call that waits for it. */
export function notePendingRequest(signal: AbortSignal | undefined, describe: () => PendingRequest): void {
  if (signal) pendingRequests.set(signal, describe);
}

/** Removes the request of a signal, which has ended. */
export function endPendingRequest(signal: AbortSignal | undefined): void {
  if (signal) pendingRequests.delete(signal);
}

/** Returns the request that a signal would abort; undefined if there is none. */
export function pendingRequest(signal: AbortSignal): PendingRequest | undefined {
  return pendingRequests.get(signal)?.();
}

/**
 * The default time limit of waits and calls in Jest, in milliseconds: Jest ends a test after 5 s by default, and exposes its
 * timeout only to an environment.
 */
export const jestTimeoutMs = 3_500;

/** What messages call that limit. */
export const jestLimit = 'timeoutMs, which is 3.5 s by default in Jest';

/**
 * Whether Jest runs this code without `crosscheck/jest`, which knows the time that a test has left. Jest names its workers in
 * the environment, which child processes inherit, and has its `expect` in the global object.
 */
export function isInJest(): boolean {
  const isJest =
    process.env.JEST_WORKER_ID !== undefined && Symbol.for('$$jest-matchers-object') in globalThis;
  return isJest && !testRunner().knowsTimeLeft();
}
