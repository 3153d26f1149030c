import type { Dispatcher } from 'undici';
import type { Deployment, RetryPolicy } from '../deployment/deployment.js';
import { type Clock, longestTimerMs, realClock, unixNowMs } from '../internal/clock.js';
import { counted, printText } from '../internal/print.js';
import { fullJitter, sleep } from '../internal/waiting.js';
import { type Attempt, RecordedExchange } from './exchange.js';
import { httpErrorFor, type RetryPause, serviceText } from './http-errors.js';
import { isClosedByPeer, isPermanentFailure, plainHttpToTls, speaksTls } from './network-failure.js';
import type { PlannedRequest, ResolvedEndpoint } from './request.js';
import {
  type AttemptOutcome,
  type AttemptResult,
  attemptOf,
  attemptOnce,
  type CollectedResponse,
  givenHeaders,
} from './transport.js';

/** A whole answer of status 200, where it came from and the exchange that it ended. */
export interface Sent {
  readonly endpoint: ResolvedEndpoint;
  readonly response: CollectedResponse;
  /** Its body; bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  readonly exchange: RecordedExchange;
}

/**
 * Sends a request until an answer of status 200 is there, retrying what may pass, within the call's deadline.
 * Follows no redirect, so credentials reach no other origin.
 *
 * @throws {HttpError} when no such answer came; the signal's reason when it aborted.
 * @throws {UsageError} when the deployment's headers function fails, or a dispatcher's code.
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
    const sent = await attemptOnce(deployment, dispatcher, planned, given, limits, start);
    if (sent.outcome.kind === 'aborted') throw sent.outcome.error;
    const outcome =
      sent.outcome.kind === 'network'
        ? await withTlsNoticed(sent.outcome, deployment, endpoint.origin, clock)
        : sent.outcome;
    const elapsedMs = clock.now() - start;
    const { startedAfterMs } = sent.attempt;
    const durationMs = elapsedMs - startedAfterMs;
    const { status, failure } = attemptOf(outcome, startedAfterMs, durationMs);
    // Member by member: V8 makes a hidden class for each copy by spreading, 0.3 kB of every wait.
    const lastAttempt = { startedAfterMs, durationMs, status, failure, reason: failure ?? reasonOf(sent) };
    const exchange = new RecordedExchange({
      planned,
      given,
      response: sent.response,
      startedAt,
      lastAttempt,
      earlierAttempts: [...earlierAttempts],
    });
    if (outcome.kind === 'response' && outcome.response.status === 200) {
      if (retry > 0) noteRetriedCall(endpoint.name, deployment.name, exchange.attempts);
      return { endpoint, response: outcome.response, text: sent.response?.body ?? '', exchange };
    }

    const limit = deployment.attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
    // A timer may fire a little early: time that was up stays up.
    const isOver = outcome.kind === 'timeout' && limit === 'timeoutMs';
    const pause = isOver ? undefined : retryPause(outcome, retry, deployment.retries);
    if (pause === undefined || elapsedMs + pause.ms >= deployment.timeoutMs) {
      throw httpErrorFor({ outcome, limit, pause }, endpoint, exchange, deployment);
    }
    await sleep(pause.ms, clock, signal);
    earlierAttempts.push(lastAttempt);
  }
}

/** Says of plain HTTP that a TLS port refused what it was: such a port may close the connection without a word. */
async function withTlsNoticed(
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

/** Returns which status came in place of 200, and what the service said of it. */
function reasonOf({ outcome, response }: AttemptResult): string | undefined {
  if (outcome.kind !== 'response' || response === undefined || response.status === 200) return undefined;
  return [`status ${response.status}`, serviceText(response)].filter(Boolean).join(': ');
}

/** Tells whether a status says "later" and not "never": 408, 429 and 5xx. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Returns how long to pause before the next attempt; undefined when there shall be none. `Retry-After` is honoured as it
 * stands: it may be longer than `maxIntervalMs`, and then the call's deadline decides.
 */
export function retryPause(
  outcome: AttemptOutcome,
  retry: number,
  { limit, minIntervalMs, maxIntervalMs }: RetryPolicy,
): RetryPause | undefined {
  if (retry >= limit || !mayPass(outcome)) return undefined;
  const asked = retryAfterMs(answerOf(outcome)?.headers['retry-after'], unixNowMs());
  return { ms: asked ?? fullJitter(retry, minIntervalMs, maxIntervalMs), isAskedFor: asked !== undefined };
}

/** A status that came decides, also when the rest of its answer did not come. */
function mayPass(outcome: AttemptOutcome): boolean {
  const status = answerOf(outcome)?.status;
  if (status !== undefined && status !== 200) return isTransientStatus(status);
  return outcome.kind === 'timeout' || (outcome.kind === 'network' && !isPermanentFailure(outcome.error));
}

function answerOf(outcome: AttemptOutcome) {
  return outcome.kind === 'response' ? outcome.response : outcome.partial;
}

/**
 * Reads a `Retry-After` header in either form, seconds or an HTTP date: the milliseconds to wait from `now` (unix
 * milliseconds), at most what a timer can wait, or undefined when there is none or it is of neither form.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestTimerMs);
}

/** Unix milliseconds; `Date.parse` alone would also read such things as `1.5` and `-3`. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

const mostKinds = 50;
const mostNamed = 5;
const retried = new Map<string, number>();

/** Notes that a call succeeded, but not at once, so that the end of a run can tell. */
export function noteRetriedCall(
  endpoint: string,
  deploymentName: string,
  attempts: readonly Attempt[],
): void {
  const reasons = new Set(attempts.flatMap(({ reason }) => reason ?? []));
  const kind = printText(`${endpoint} of ${deploymentName} after ${[...reasons].join(' and ')}`, 200);
  if (retried.has(kind) || retried.size < mostKinds) retried.set(kind, (retried.get(kind) ?? 0) + 1);
}

/** Says in one line which calls succeeded only after retries since it was asked the last time; undefined if none did. */
export function takeRetriedCalls(): string | undefined {
  if (retried.size === 0) return undefined;
  const kinds = [...retried];
  retried.clear();
  const calls = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, mostNamed).map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
  const more = kinds.length > mostNamed ? [`${kinds.length - mostNamed} more kinds`] : [];
  return `crosscheck: ${counted(calls, 'call')} succeeded only after retries: ${[...named, ...more].join(', ')}`;
}
