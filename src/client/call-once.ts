import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { unixNowMs } from '../internal/clock.js';
import { type AttemptLimits, type CollectedResponse, dispatchOnce } from './dispatch-once.js';
import type { Attempt, Exchange } from './exchange.js';
import { headersInTime } from './headers-in-time.js';
import { isClosedByPeer } from './network-failure.js';
import { type PlannedRequest, pathOf } from './planned-request.js';
import { RecordedExchange } from './recorded-exchange.js';
import { asText, attemptOf, dispatchOptions, throwIfMisused } from './send.js';
import { sentHeaders, sentHeadersWith } from './sent-headers.js';

/** A request of any kind to an endpoint of a deployment. */
export interface AnyRequest extends PlannedRequest {
  /**
   * Names in lower case, counting before those of the deployment; when given, there is no content type but among them.
   * Default: none, and the content type JSON where there is a body.
   */
  readonly headers?: Headers | undefined;
}

/** What came of one attempt. */
export interface Call {
  readonly outcome: CallOutcome;
  /** Body of the whole answer; bytes that are not UTF-8 read as U+FFFD, and it is empty where no whole answer came. */
  readonly text: string;
  readonly exchange: Exchange;
}

/** How one attempt ended: with a whole answer, or without one and why. `closed`: the connection was there, and ended. */
export type CallOutcome =
  | { readonly kind: 'response'; readonly response: CollectedResponse }
  | {
      readonly kind: 'timeout' | 'closed' | 'network' | 'too-large' | 'aborted';
      readonly error: unknown;
      /** What had come of the answer. */
      readonly partial: CollectedResponse | undefined;
    };

/**
 * Sends a request of any kind once, with the deployment's credentials, and gives what came: any status, any body.
 * Follows no redirect and tries nothing again.
 *
 * @throws {UsageError} when the deployment's headers function fails, or the recording that it replays has no such request.
 */
export async function callOnce(
  deployment: Deployment,
  dispatcher: Dispatcher,
  request: AnyRequest,
  limits: AttemptLimits,
): Promise<Call> {
  const { clock, signal } = limits;
  const promised = deployment.headers();
  const given =
    promised instanceof Promise
      ? await headersInTime(promised, deployment, clock.now(), clock, signal)
      : promised;
  const headers =
    request.headers === undefined
      ? sentHeaders(given, request.body !== undefined ? 'body' : 'plain')
      : sentHeadersWith(given, request.headers);
  const startedAt = unixNowMs();
  const start = clock.now();
  const attempt = await dispatchOnce(dispatcher, dispatchOptions(request, pathOf(request), headers), limits);
  throwIfMisused(attempt, deployment, headers);
  const response = asText(attempt.kind === 'response' ? attempt.response : attempt.partial);
  const exchange = new RecordedExchange({
    planned: request,
    headers,
    response,
    startedAt,
    lastAttempt: attemptOf(attempt, 0, clock.now() - start),
    earlierAttempts: none,
  });
  if (attempt.kind === 'response') return { outcome: attempt, text: response?.body ?? '', exchange };
  const isClosed = attempt.kind === 'network' && (attempt.partial || isClosedByPeer(attempt.error));
  return { outcome: isClosed ? { ...attempt, kind: 'closed' } : attempt, text: '', exchange };
}

const none: readonly Attempt[] = [];
