import type { Dispatcher } from 'undici';
import type { Deployment, RetryPolicy } from '../deployment/deployment.js';
import { type Clock, longestTimerMs, realClock, unixNowMs } from '../internal/clock.js';
import { counted, formatText } from '../internal/print.js';
import { fullJitter, sleep } from '../internal/waiting.js';
import { type Attempt, RecordedExchange } from './exchange.js';
import { httpErrorFor, type RetryPause } from './http-errors.js';
import { isClosedByPeer, isPermanentFailure, plainHttpToTls, speaksTls } from './network-failure.js';
import type { PlannedRequest, ResolvedEndpoint } from './request.js';
import {
  type AttemptOutcome,
  attemptOf,
  attemptOnce,
  type CollectedResponse,
  givenHeaders,
} from './transport.js';

/** A complete response with status 200, with its endpoint and exchange. */
export interface Sent {
  readonly endpoint: ResolvedEndpoint;
  readonly response: CollectedResponse;
  /** The body; bytes that are not UTF-8 decode to U+FFFD. */
  readonly text: string;
  readonly exchange: RecordedExchange;
}

/**
 * Sends a request until it gets a response with status 200, retrying transient failures until the call's deadline. Does
 * not follow redirects, so credentials never reach another origin.
 *
 * @throws {HttpError} if there is no such response; the signal's reason if it aborted.
 * @throws {UsageError} if the deployment's headers function or a dispatcher's code fails.
 */
export async function send(
  deployment: Deployment,
  dispatcher: Dispatcher,
  planned: PlannedRequest,
  signal?: AbortSignal,
): Promise<Sent> {
  const { endpoint } = planned;
  const clock = realClock;
  const startedAt = unixNowMs();
  const start = clock.now();
  const earlierAttempts: Attempt[] = [];

  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted();
    const given = await givenHeaders(deployment, start, clock, signal);
    const leftMs = Math.max(1, start + deployment.timeoutMs - clock.now());
    const limits = {
      timeoutMs: Math.min(deployment.attemptTimeoutMs, leftMs),
      maxBytes: deployment.maxResponseBytes,
      clock,
      signal,
    };
    const startedAfterMs = clock.now() - start;
    const sent = await attemptOnce(deployment, dispatcher, planned, given, limits);
    if (sent.outcome.kind === 'aborted') throw sent.outcome.error;
    const outcome =
      sent.outcome.kind === 'network'
        ? await detectTlsPort(sent.outcome, deployment, endpoint.origin, clock)
        : sent.outcome;
    const elapsedMs = clock.now() - start;
    const lastAttempt = attemptOf(outcome, startedAfterMs, elapsedMs - startedAfterMs);
    const exchange = new RecordedExchange({
      planned,
      given,
      response: sent.response,
      startedAt,
      lastAttempt,
      earlierAttempts: [...earlierAttempts],
    });
    if (outcome.kind === 'response' && outcome.response.status === 200) {
      if (retry > 0) recordRetriedCall(endpoint.name, deployment.name, exchange.attempts);
      return { endpoint, response: outcome.response, text: sent.response?.body ?? '', exchange };
    }

    const limit = deployment.attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
    // A timer may fire slightly early, so do not compare with the clock again.
    const isOver = outcome.kind === 'timeout' && limit === 'timeoutMs';
    const pause = isOver ? undefined : retryPause(outcome, retry, deployment.retries);
    if (pause === undefined || elapsedMs + pause.ms >= deployment.timeoutMs) {
      throw httpErrorFor({ outcome, limit, pause }, endpoint, exchange, deployment);
    }
    await sleep(pause.ms, clock, signal);
    earlierAttempts.push(exchange.attempts.at(-1) as Attempt);
  }
}

/** Replaces the error of plain HTTP to a TLS port, which may close the connection without a response. */
async function detectTlsPort(
  outcome: Exclude<AttemptOutcome, { kind: 'response' }>,
  { dispatcher }: Pick<Deployment, 'dispatcher'>,
  origin: string,
  clock: Clock,
): Promise<AttemptOutcome> {
  const mayBeTls =
    outcome.partial === undefined &&
    dispatcher === undefined &&
    origin.startsWith('http:') &&
    isClosedByPeer(outcome.error);
  if (!mayBeTls || !(await speaksTls(origin, clock))) return outcome;
  const error = new Error('plain HTTP was sent to a port that speaks TLS', { cause: outcome.error });
  return { ...outcome, error: Object.assign(error, { code: plainHttpToTls }) };
}

/** Returns whether a status may change on retry: 408, 429 and 5xx. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Returns the pause before the next attempt, or undefined if there is none. `Retry-After` is not capped by
 * `maxIntervalMs`; only the call's deadline limits it.
 */
function retryPause(
  outcome: AttemptOutcome,
  retry: number,
  { limit, minIntervalMs, maxIntervalMs }: RetryPolicy,
): RetryPause | undefined {
  if (retry >= limit || !isTransient(outcome)) return undefined;
  const retryAfter = retryAfterMs(answerOf(outcome)?.headers['retry-after'], unixNowMs());
  return {
    ms: retryAfter ?? fullJitter(retry, minIntervalMs, maxIntervalMs),
    isRetryAfter: retryAfter !== undefined,
  };
}

/** Returns whether a retry may succeed. A received status decides, even if the body is incomplete. */
function isTransient(outcome: AttemptOutcome): boolean {
  const status = answerOf(outcome)?.status;
  if (status !== undefined && status !== 200) return isTransientStatus(status);
  return outcome.kind === 'timeout' || (outcome.kind === 'network' && !isPermanentFailure(outcome.error));
}

function answerOf(outcome: AttemptOutcome) {
  return outcome.kind === 'response' ? outcome.response : outcome.partial;
}

/**
 * Parses a `Retry-After` header (seconds or an HTTP date) into milliseconds from `now` (unix milliseconds), capped at
 * the longest possible timer. Returns undefined if it is missing or invalid.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestTimerMs);
}

/** Parses an HTTP date into unix milliseconds; `Date.parse` alone also accepts `1.5` and `-3`. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

const maxKinds = 50;
const maxNamed = 5;
const retried = new Map<string, number>();

/** Records a call that succeeded only after retries, for the summary at the end of a run. */
function recordRetriedCall(endpoint: string, deploymentName: string, attempts: readonly Attempt[]): void {
  const reasons = new Set(attempts.flatMap(({ reason }) => reason ?? []));
  const kind = formatText(`${endpoint} of ${deploymentName} after ${[...reasons].join(' and ')}`, 200);
  if (retried.has(kind) || retried.size < maxKinds) retried.set(kind, (retried.get(kind) ?? 0) + 1);
}

/** Returns one line about the calls that needed retries since it was last called; undefined if there were none. */
export function takeRetriedCalls(): string | undefined {
  if (retried.size === 0) return undefined;
  const kinds = [...retried];
  retried.clear();
  const calls = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, maxNamed).map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
  const more = kinds.length > maxNamed ? [`${kinds.length - maxNamed} more kinds`] : [];
  return `crosscheck: ${counted(calls, 'call')} succeeded only after retries: ${[...named, ...more].join(', ')}`;
}
