import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { areImmediatesFaked, type Clock, realClock, unixNowMs } from '../internal/clock.js';
import { printText } from '../internal/print.js';
import { sleep } from '../internal/waiting.js';
import { type AttemptOutcome, type CollectedResponse, dispatchOnce } from './dispatch-once.js';
import type { Attempt } from './exchange.js';
import { headersInTime } from './headers-in-time.js';
import { httpErrorFor } from './http-errors.js';
import { failureOf, isClosedByPeer, isProgrammingError, plainHttpToTls } from './network-failure.js';
import { type PlannedRequest, pathOf, type ResolvedEndpoint } from './planned-request.js';
import { RecordedExchange, type ResponseText } from './recorded-exchange.js';
import { noteRetriedCall } from './retried-calls.js';
import { retryPause } from './retry-pause.js';
import { type SentHeaders, sentHeaders } from './sent-headers.js';
import { serviceText } from './service-text.js';
import { speaksTls } from './speaks-tls.js';

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
 * @throws {UsageError} when the deployment's headers function fails.
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
  const path = pathOf(planned);
  let earlierAttempts: readonly Attempt[] = none;

  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted();
    const given = deployment.headers();
    const headers = sentHeaders(
      given instanceof Promise ? await headersInTime(given, deployment, start, clock, signal) : given,
      planned.body !== undefined ? 'body' : planned.isPoll ? 'poll' : 'plain',
    );
    const startedAfterMs = clock.now() - start;
    const leftMs = Math.max(1, deployment.deadlineMs - startedAfterMs);
    const limits = {
      timeoutMs: Math.min(deployment.timeoutMs, leftMs),
      maxBytes: deployment.maxResponseBytes,
      clock,
      signal,
    };
    const ended = await dispatchOnce(dispatcher, dispatchOptions(planned, path, headers), limits);
    if (ended.kind === 'aborted') throw ended.error;
    throwIfMisused(ended, deployment, headers);
    const outcome = await withTlsNoticed(ended, deployment, planned.endpoint.origin, clock);

    const elapsedMs = clock.now() - start;
    const attempt = attemptOf(outcome, startedAfterMs, elapsedMs);
    const lastAttempt = { ...attempt, reason: attempt.failure ?? refusalOf(outcome) };
    const response = asText(outcome.kind === 'response' ? outcome.response : outcome.partial);
    const exchange = new RecordedExchange({
      planned,
      headers,
      response,
      startedAt,
      lastAttempt,
      earlierAttempts,
    });
    if (outcome.kind === 'response' && response?.status === 200) {
      if (retry > 0) noteRetriedCall(planned.endpoint.name, deployment.name, exchange.attempts);
      return { endpoint: planned.endpoint, response: outcome.response, text: response.body, exchange };
    }

    const limit = deployment.timeoutMs <= leftMs ? 'timeoutMs' : 'deadlineMs';
    // A timer may fire a little early: time that was up stays up.
    const isOver = outcome.kind === 'timeout' && limit === 'deadlineMs';
    const pause = isOver ? undefined : retryPause(outcome, retry, deployment.retries);
    if (pause === undefined || elapsedMs + pause.ms >= deployment.deadlineMs) {
      throw httpErrorFor({ outcome, limit, pause }, planned.endpoint, exchange, deployment);
    }
    await sleep(pause.ms, clock, signal);
    earlierAttempts = [...earlierAttempts, lastAttempt];
  }
}

const none: readonly Attempt[] = [];

/**
 * Throws what is not a failure of the network: a dispatcher that replays a recording was asked for what is not in it, or
 * code failed on this side. Trying again would change nothing.
 */
export function throwIfMisused(
  outcome: AttemptOutcome,
  { name, dispatcher }: Pick<Deployment, 'name' | 'dispatcher'>,
  headers: Pick<SentHeaders, 'redact'>,
): void {
  if (outcome.kind !== 'network') return;
  const { error } = outcome;
  if (error instanceof UsageError) throw error;
  if (!isProgrammingError(error)) return;
  const said = printText(
    headers.redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  if (dispatcher !== undefined)
    throw new UsageError(
      `The dispatcher of ${name} failed: ${said}`,
      ['What to do: fix the code of the dispatcher or of its interceptors; the service was not at fault'],
      error,
    );
  throw new UsageError(
    `The HTTP client failed on ${runtimeName()}: ${said}`,
    ['What to do: run it with Node.js 20.19 or later; the service was not at fault'],
    error,
  );
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  return bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node.js ${node}`;
}

/** Says of plain HTTP that a TLS port refused what it was: such a port may close the connection without a word. */
async function withTlsNoticed(
  outcome: AttemptOutcome,
  { dispatcher }: Pick<Deployment, 'dispatcher'>,
  origin: string,
  clock: Clock,
): Promise<AttemptOutcome> {
  const mayBeTls =
    outcome.kind === 'network' &&
    outcome.partial === undefined &&
    dispatcher === undefined &&
    origin.startsWith('http:') &&
    isClosedByPeer(outcome.error);
  if (!mayBeTls || !(await speaksTls(origin, clock))) return outcome;
  const error = new Error('plain HTTP was sent to a port that speaks TLS', { cause: outcome.error });
  return { ...outcome, error: Object.assign(error, { code: plainHttpToTls }) };
}

/** Exchanges keep the text: the bytes would hold on to the socket's buffer. */
export function asText(response: CollectedResponse | undefined): ResponseText | undefined {
  return response && { ...response, body: response.body.toString('utf8') };
}

/** What undici is told. */
export function dispatchOptions(
  { endpoint, method = endpoint.method, body }: PlannedRequest,
  path: string,
  { values: headers }: SentHeaders,
): Dispatcher.DispatchOptions {
  return {
    origin: endpoint.origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    // The attempt has a limit of its own that covers all of it; undici's two would only cost.
    headersTimeout: 0,
    bodyTimeout: 0,
    // undici gives a connection free in an immediate: one that never comes would keep it busy for ever.
    reset: areImmediatesFaked(),
  };
}

/** Says which status came in place of 200, and what the service said of it. */
function refusalOf(outcome: AttemptOutcome): string | undefined {
  const response = outcome.kind === 'response' ? asText(outcome.response) : undefined;
  if (response === undefined || response.status === 200) return undefined;
  return [`status ${response.status}`, serviceText(response)].filter(Boolean).join(': ');
}

export function attemptOf(outcome: AttemptOutcome, startedAfterMs: number, elapsedMs: number): Attempt {
  const status = outcome.kind === 'response' ? outcome.response.status : outcome.partial?.status;
  const failure = outcome.kind === 'response' ? undefined : failureOf(outcome);
  const durationMs = elapsedMs - startedAfterMs;
  return { startedAfterMs, durationMs, status, failure };
}
