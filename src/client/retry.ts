import type { Dispatcher } from 'undici';
import type { Deployment, RetryPolicy } from '../deployment/deployment.js';
import type { Attempt } from '../deployment/exchange.js';
import { realClock, unixNowMs } from '../internal/clock.js';
import { fullJitter, sleep } from '../internal/waiting.js';
import type { Call } from './call.js';
import { evidenceOfCall, retryAfterMs } from './evidence.js';
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
  let attempts: readonly Attempt[] = [];

  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted();
    const leftMs = Math.max(1, startMs + wholeMs - clock.now());
    const timeoutMs = Math.min(attemptTimeoutMs, leftMs);
    const limits = { timeoutMs, clock, signal };
    const call = await callOnce(deployment, dispatcher, planned, limits, { startMs, startedAt, attempts });
    const { outcome, exchange } = call;
    if (outcome.kind === 'aborted') throw outcome.error;
    if (outcome.kind === 'response' && outcome.response.status === 200) {
      if (retry > 0) recordRetriedCall(endpoint.name, deployment.name, exchange.attempts);
      return call;
    }

    const limit = attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
    // A timer may fire slightly early, so do not compare with the clock again.
    const isOver = outcome.kind === 'timeout' && limit === 'timeoutMs';
    const pause = isOver ? undefined : retryPause(call, retry, retries);
    if (pause === undefined || clock.now() - startMs + pause.ms >= wholeMs) {
      throw httpErrorFor({ outcome, limit, pause }, endpoint, exchange, deployment);
    }
    await sleep(pause.ms, clock, signal);
    attempts = exchange.attempts;
  }
}

/**
 * Returns the pause before the next attempt, or undefined if there is none. `Retry-After` is not capped by
 * `maxIntervalMs`; only the call's deadline limits it.
 */
function retryPause(
  call: Call,
  retry: number,
  { limit, minIntervalMs, maxIntervalMs }: RetryPolicy,
): RetryPause | undefined {
  if (retry >= limit || !evidenceOfCall(call).isTransient) return undefined;
  const retryAfter = retryAfterMs(call.exchange.response, realClock);
  return {
    ms: retryAfter ?? fullJitter(retry, minIntervalMs, maxIntervalMs),
    isRetryAfter: retryAfter !== undefined,
  };
}
