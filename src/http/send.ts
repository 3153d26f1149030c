import type { Dispatcher } from 'undici';
import type { Deployment, Headers } from '../deployment/deployment.js';
import { realClock, unixNowMs } from '../internal/clock.js';
import type { Attempt } from '../internal/exchange.js';
import { sleep } from '../internal/sleep.js';
import { type AttemptOutcome, type CollectedResponse, dispatchOnce } from './dispatch-once.js';
import { failureOf, httpErrorFor } from './http-errors.js';
import { type PlannedRequest, RecordedExchange } from './recorded-exchange.js';
import { retryPauseMs } from './retry-pause.js';

/** A whole answer of status 200 and the exchange that it ended. */
export interface Sent {
  readonly response: CollectedResponse;
  readonly exchange: RecordedExchange;
}

/**
 * Sends a request until an answer of status 200 is there, retrying what may pass, within the call's deadline.
 * Follows no redirect, so credentials reach no other origin.
 *
 * @throws {HttpError} when no such answer came; the signal's reason when it aborted.
 */
export async function send(
  deployment: Deployment,
  dispatcher: Dispatcher,
  planned: PlannedRequest,
  signal?: AbortSignal,
): Promise<Sent> {
  const clock = realClock;
  const startedAt = unixNowMs();
  const start = clock.now();
  const attempts: Attempt[] = [];

  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted();
    const given = deployment.headers();
    const headers = requestHeaders(given instanceof Promise ? await given : given, planned);
    const startedAfterMs = clock.now() - start;
    const outcome = await dispatchOnce(dispatcher, dispatchOptions(planned, headers), {
      timeoutMs: Math.min(deployment.timeoutMs, Math.max(1, deployment.deadlineMs - startedAfterMs)),
      maxBytes: deployment.maxResponseBytes,
      clock,
      signal,
    });
    if (outcome.kind === 'aborted') throw outcome.error;

    const elapsedMs = clock.now() - start;
    attempts.push(attemptOf(outcome, startedAfterMs, elapsedMs));
    const response = outcome.kind === 'response' ? outcome.response : outcome.partial;
    const exchange = new RecordedExchange({
      planned,
      headers,
      response,
      startedAt,
      durationMs: elapsedMs,
      attempts,
    });
    if (outcome.kind === 'response' && outcome.response.status === 200)
      return { response: outcome.response, exchange };

    const pauseMs = retryPauseMs(outcome, retry, deployment.retries);
    if (pauseMs === undefined || elapsedMs + pauseMs >= deployment.deadlineMs) {
      throw httpErrorFor(outcome, exchange, deployment, pauseMs);
    }
    await sleep(pauseMs, clock, signal);
  }
}

const ownHeaders: Headers = { accept: 'application/json', 'user-agent': 'crosscheck' };
const ownHeadersWithBody: Headers = { ...ownHeaders, 'content-type': 'application/json' };

function requestHeaders(given: Headers, { body }: PlannedRequest): Headers {
  return { ...(body === undefined ? ownHeaders : ownHeadersWithBody), ...given };
}

function dispatchOptions(
  { method, origin, path, body }: PlannedRequest,
  headers: Headers,
): Dispatcher.DispatchOptions {
  // The attempt has a limit of its own that covers all of it; undici's two would only cost.
  return { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 };
}

function attemptOf(outcome: AttemptOutcome, startedAfterMs: number, elapsedMs: number): Attempt {
  const status = outcome.kind === 'response' ? outcome.response.status : outcome.partial?.status;
  const failure = outcome.kind === 'response' ? undefined : failureOf(outcome);
  return { startedAfterMs, durationMs: elapsedMs - startedAfterMs, status, failure };
}
