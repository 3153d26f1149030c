import type { Dispatcher } from 'undici';
import type { Deployment, RetryPolicy } from '../deployment/deployment.js';
import { type Clock, fullJitter, realClock, sleep, unixNowMs } from '../internal/clock.js';
import type { Call } from './call.js';
import { evidenceOfCall, responseOf, retryAfterMs } from './evidence.js';
import { httpErrorFor, type RetryPause } from './http-errors.js';
import type { PlannedRequest } from './request.js';
import { recordRetriedCall } from './retried-calls.js';
import { callOnce } from './transport.js';

/**
 * Calls until a response with status 200 comes, retrying transient failures until the call's deadline. Does not follow
 * redirects, so credentials never reach another origin.
 *
 * @throws {HttpError} if there is no such response; the signal's reason if it aborted.
 * @throws {UsageError} if the deployment's headers function or a dispatcher's code fails.
 */
export async function send(
  deployment: Deployment,
  dispatcher: Dispatcher,
  planned: PlannedRequest,
  signal?: AbortSignal,
): Promise<Call> {
  const { timeoutMs: wholeMs, attemptTimeoutMs, retries } = deployment;
  const { endpoint } = planned;
  const clock = realClock;
  const startedAt = unixNowMs();
  const startMs = clock.now();
  let limit: 'attemptTimeoutMs' | 'timeoutMs' = 'attemptTimeoutMs';
  let pause: RetryPause | undefined;

  const { last, before } = await attemptRepeatedly(
    async (previous: Call | undefined) => {
      signal?.throwIfAborted();
      const leftMs = Math.max(1, startMs + wholeMs - clock.now());
      limit = attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
      const limits = { timeoutMs: Math.min(attemptTimeoutMs, leftMs), clock, signal };
      const attempts = previous?.exchange.attempts ?? [];
      const call = await callOnce(deployment, dispatcher, planned, limits, { startMs, startedAt, attempts });
      if (call.outcome.kind === 'aborted') throw call.outcome.error;
      return call;
    },
    (call, retry) => {
      if (isSuccess(call)) return undefined;
      // A timer may fire slightly early, so do not compare with the clock again.
      const isOver = call.outcome.kind === 'timeout' && limit === 'timeoutMs';
      pause = isOver
        ? undefined
        : retryPause(call, retry, retries, retryAfterMs(call.exchange.response, clock));
      return pause === undefined || clock.now() - startMs + pause.ms >= wholeMs ? undefined : pause.ms;
    },
    clock,
    signal,
  );
  const { outcome, exchange } = last;
  if (!isSuccess(last)) throw httpErrorFor({ outcome, limit, pause }, endpoint, exchange, deployment);
  if (before.length > 0) recordRetriedCall(endpoint.name, deployment.name, exchange.attempts);
  return last;
}

/** Attempts of one thing: the last one, and those before it, in order. */
export interface Attempts<T> {
  readonly last: T;
  readonly before: readonly T[];
}

/**
 * Repeats an attempt until `pauseAfter` returns no pause. All retries of the package are made by this loop.
 *
 * @param attempt - Makes an attempt; gets the one before it.
 * @param pauseAfter - Returns how long to wait after an attempt, in milliseconds; undefined if it is the last one.
 * @throws the reason of the signal as soon as it aborts a pause, and what the functions throw.
 */
export async function attemptRepeatedly<T>(
  attempt: (before: T | undefined) => Promise<T>,
  pauseAfter: (attempt: T, retries: number) => number | undefined,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Attempts<T>> {
  const before: T[] = [];
  for (;;) {
    const last = await attempt(before.at(-1));
    const pauseMs = pauseAfter(last, before.length);
    if (pauseMs === undefined) return { last, before };
    await sleep(pauseMs, clock, signal);
    before.push(last);
  }
}

/** Whether a cache may have sent it is for the caller to judge. */
function isSuccess(call: Call): boolean {
  return responseOf(call)?.status === 200;
}

/**
 * Returns the pause before the next attempt, or undefined if there is none: a retry is useless, or none is left. A pause that the
 * service asks for is not capped by `maxIntervalMs`; only deadlines limit it.
 *
 * @param requestedMs - The pause that the service asks for with `Retry-After`.
 */
export function retryPause(
  call: Call,
  retry: number,
  { limit, minIntervalMs, maxIntervalMs }: RetryPolicy,
  requestedMs: number | undefined,
): RetryPause | undefined {
  if (retry >= limit || !evidenceOfCall(call).isTransient) return undefined;
  return {
    ms: requestedMs ?? fullJitter(retry, minIntervalMs, maxIntervalMs),
    isRetryAfter: requestedMs !== undefined,
  };
}
