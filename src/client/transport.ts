import { connect } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, ResponseText } from '../deployment/exchange.js';
import type { Headers } from '../deployment/headers.js';
import { UsageError } from '../errors.js';
import {
  areImmediatesFaked,
  type Clock,
  onAbort,
  realClock,
  sleep,
  unixNowMs,
  withRealImmediates,
  withTimeLimit,
} from '../internal/clock.js';
import { formatDuration, formatText } from '../internal/print.js';
import { isSecretName } from '../internal/redaction.js';
import { labelled } from '../internal/terminal.js';
import { Agent } from '../internal/undici.js';
import { endPendingRequest, notePendingRequest } from '../running-test/within-test.js';
import type { AttemptOutcome, Call, CollectedResponse, FailureKind } from './call.js';
import { type ExchangeParts, RecordedExchange, redactorOf, reportExchange } from './exchange.js';
import { traceLines } from './exchange-text.js';
import { failureOf, isClosedByPeer, isProgrammingError, plainHttpToTls } from './network-failure.js';
import { hostOf, type PlannedRequest, pathOf, sentHeadersOf, withTraceparent } from './request.js';

// Shared by the whole process. Idle sockets do not keep the process alive, so it is never closed.
const sharedDispatcher = new Agent();

/** Returns the dispatcher of a deployment. Default: one that all deployments share. */
export function dispatcherOf({ dispatcher }: Deployment): Dispatcher {
  return dispatcher ?? sharedDispatcher;
}

/** The limits of one attempt. */
export interface AttemptLimits extends CallLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** The limits of one call; those of its deployment are the default. */
export interface CallLimits {
  /** The time until the body is complete. Default: `attemptTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Completes the limits of a call. */
export function attemptLimits(
  { attemptTimeoutMs, maxResponseBytes }: Deployment,
  { timeoutMs = attemptTimeoutMs, clock, signal }: CallLimits,
): AttemptLimits {
  return { timeoutMs, maxBytes: maxResponseBytes, clock, signal };
}

/** The error code with which a replaying dispatcher reports that the recorded attempt timed out. */
export const replayedTimeout = 'CROSSCHECK_REPLAYED_TIMEOUT';

/**
 * Sends one request with undici's `dispatch` and collects the response, limited in time and size.
 *
 * @throws {UsageError} if the dispatcher throws one, for example a replaying dispatcher for a request that was not
 * recorded. Every other failure is an outcome.
 */
export function dispatchOnce(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, maxBytes, clock, signal }: AttemptLimits,
): Promise<AttemptOutcome> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let head: Omit<CollectedResponse, 'body'> | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let recordedAt: string | undefined;
    let isSettled = false;
    const end = (settle: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clock.clearTimeout(timer);
      unwatch();
      settle();
    };
    const collected = (): CollectedResponse | undefined =>
      head && { ...head, body: Buffer.concat(chunks), recordedAt };
    const stop = (kind: FailureKind, error?: unknown): void => {
      end(() => resolve({ kind, error, partial: collected() }));
      controller?.abort(new Error(kind));
    };
    const fail = (error: unknown): void => {
      const isReplayedTimeout = (error as { code?: unknown } | null)?.code === replayedTimeout;
      if (error instanceof UsageError) end(() => reject(error));
      else stop(isReplayedTimeout ? 'timeout' : 'network', error);
    };
    const timer = clock.setTimeout(() => stop('timeout'), timeoutMs);
    const unwatch = onAbort(signal, () => stop('aborted', signal?.reason));
    if (signal?.aborted) return stop('aborted', signal.reason);
    try {
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started, context) {
          controller = started;
          recordedAt = (context as Pick<CollectedResponse, 'recordedAt'> | undefined)?.recordedAt;
          if (isSettled) started.abort(new Error('stopped before it was sent'));
        },
        onResponseStart(_, status, headers) {
          head = { status, headers: joined(headers) };
          if (Number(headers['content-length']) > maxBytes) stop('too-large');
        },
        onResponseData(_, chunk) {
          size += chunk.length;
          if (size > maxBytes) stop('too-large');
          else chunks.push(chunk);
        },
        onResponseEnd() {
          const response = collected();
          if (response) end(() => resolve({ kind: 'response', response }));
          else stop('network', new Error('the connection closed without an answer'));
        },
        onResponseError: (_, error) => fail(error),
      };
      // undici sends on an open connection in an immediate.
      withRealImmediates(() => dispatcher.dispatch(request, handler));
    } catch (error) {
      fail(error);
    }
  });
}

/** Joins headers with several values. */
function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(headers)) texts[name] = String(headers[name]);
  return texts;
}

/** Decodes a response; bytes that are not UTF-8 become U+FFFD. */
export function textOf(response: CollectedResponse | undefined): ResponseText | undefined {
  return (
    response && { status: response.status, headers: response.headers, body: response.body.toString('utf8') }
  );
}

/** Describes an attempt for its exchange. */
export function attemptOf(outcome: AttemptOutcome, startedAfterMs: number, durationMs: number): Attempt {
  const answer = outcome.kind === 'response' ? outcome.response : outcome.partial;
  const failure = outcome.kind === 'response' ? undefined : failureOf(outcome);
  return { startedAfterMs, durationMs, status: answer?.status, failure };
}

function dispatchOptions(planned: PlannedRequest, given: Headers): Dispatcher.DispatchOptions {
  const { endpoint, method = endpoint.method, body = null } = planned;
  return {
    origin: endpoint.origin,
    path: pathOf(planned),
    method: method as Dispatcher.HttpMethod,
    headers: sentHeadersOf(planned, given),
    body,
    // The timeout of the attempt covers these.
    headersTimeout: 0,
    bodyTimeout: 0,
    // undici releases a connection in an immediate. Fake timers never run it, and the connection would stay busy.
    reset: areImmediatesFaked(),
  };
}

/** Creates the error for a failure of a dispatcher's code or of the runtime. */
function usageErrorFor(
  error: unknown,
  { name, dispatcher }: Pick<Deployment, 'name' | 'dispatcher'>,
  given: Headers,
  planned: PlannedRequest,
): UsageError {
  const said = formatText(
    redactorOf(given, planned)(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  if (dispatcher !== undefined)
    return new UsageError(
      `The dispatcher of ${name} failed: ${said}`,
      [{ advice: 'fix the code of the dispatcher or of its interceptors; the service was not at fault' }],
      error,
    );
  // Jest 30 throws this where no test runs: also while a concurrent test does.
  if (/^ReferenceError: You are trying to `(?:require|import)` a file/.test(said))
    return new UsageError(
      'The HTTP client could not be loaded: Jest loads no file between tests or after them',
      [
        `It failed:  ${said}`,
        {
          advice:
            'set setupFilesAfterEnv to crosscheck/jest, which loads it before the tests; await in the test what leads to this call',
        },
      ],
      error,
    );
  return new UsageError(
    `The HTTP client failed on ${runtimeName()}: ${said}`,
    [{ advice: 'run it with Node.js 20.19 or later; the service was not at fault' }],
    error,
  );
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  if (bun) return `Bun ${bun}`;
  return deno ? `Deno ${deno}` : `Node.js ${node}`;
}

/**
 * Returns the headers of a deployment. A headers function is limited by the timeouts of the attempt and of the call
 * that began at `start`, so that a hanging token endpoint does not hang the call.
 *
 * @throws {UsageError} if it takes longer, or a credential was made from an unset variable; the signal's reason if it
 * aborted.
 */
export function givenHeaders(
  deployment: Deployment,
  start: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Headers | Promise<Headers> {
  const given = deployment.headers();
  if (!(given instanceof Promise)) return withCredentials(given, deployment);
  return headersInTime(given, deployment, start, clock, signal).then((headers) =>
    withCredentials(headers, deployment),
  );
}

/** A template makes this from a variable that is not set. */
const unsetCredential = /^(?:\w+ +)?(?:undefined|null)$/;

/** Returns the headers, unless a credential says `undefined`. A replay sends none, and needs none. */
function withCredentials(headers: Headers, { name, exchanges }: Deployment): Headers {
  if (exchanges === 'replayed') return headers;
  for (const [header, value] of Object.entries(headers)) {
    if (!isSecretName(header) || !unsetCredential.test(value)) continue;
    throw new UsageError(`The header ${header} of ${name} is ${JSON.stringify(value)}; nothing was sent`, [
      { advice: 'set the environment variable that it is made from' },
    ]);
  }
  return headers;
}

async function headersInTime(
  given: Promise<Headers>,
  deployment: Deployment,
  start: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Headers> {
  const { name, attemptTimeoutMs, timeoutMs } = deployment;
  const leftMs = Math.max(1, start + timeoutMs - clock.now());
  const settled = new AbortController();
  const either = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  const timeout = async (): Promise<never> => {
    await sleep(Math.min(attemptTimeoutMs, leftMs), clock, either);
    const limit = attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
    const allowed = formatDuration(limit === 'attemptTimeoutMs' ? attemptTimeoutMs : timeoutMs);
    throw new UsageError(`The headers function of ${name} returned no headers within ${allowed} (${limit})`);
  };
  try {
    return await Promise.race([given, timeout()]);
  } finally {
    settled.abort();
  }
}

/** The attempts of a call before the current one. */
interface EarlierAttempts {
  /** When the call began, by the clock of the limits. */
  readonly startMs: number;
  /** The same in milliseconds of unix time. */
  readonly startedAt: number;
  readonly attempts: readonly Attempt[];
}

/**
 * Sends any request once, with the deployment's credentials, and returns the response with any status and body. Does
 * not follow redirects or retry.
 *
 * @param earlier - The attempts that the exchange lists before this one. Default: none.
 * @throws {UsageError} if local code failed rather than the connection, such as the deployment's headers function, or if
 * the replayed recording has no such request.
 */
export async function callOnce(
  deployment: Deployment,
  dispatcher: Dispatcher,
  request: PlannedRequest,
  limits: CallLimits,
  earlier?: EarlierAttempts,
): Promise<Call> {
  const { clock, signal } = limits;
  const { startMs, startedAt, attempts } = earlier ?? {
    startMs: clock.now(),
    startedAt: unixNowMs(clock),
    attempts: [],
  };
  const given = await givenHeaders(deployment, startMs, clock, signal);
  const planned = withTraceparent(request, given, deployment);
  const startedAfterMs = clock.now() - startMs;
  notePendingRequest(signal, () => {
    const attempt = { startedAfterMs, durationMs: 0 };
    const parts = {
      planned,
      given,
      response: undefined,
      startedAt,
      lastAttempt: attempt,
      earlierAttempts: [],
    };
    const { request, traceId } = new RecordedExchange(parts);
    const { method, url } = request;
    const silentMs = clock.now() - startMs - startedAfterMs;
    const lines = [labelled('Request', `${method} ${url}`), ...traceLines({ traceId })];
    return { who: planned.endpoint.who, silentMs, lines };
  });
  const options = dispatchOptions(planned, given);
  const sent = await dispatchOnce(dispatcher, options, attemptLimits(deployment, limits));
  endPendingRequest(signal);
  // Only who may retry needs to know that it is useless; finding out takes a connection of its own.
  const mayBeTls = earlier !== undefined && deployment.dispatcher === undefined;
  const outcome = await explained(sent, planned.endpoint.origin, mayBeTls);
  const answer = outcome.kind === 'response' ? outcome.response : outcome.partial;
  const elapsedMs = clock.now() - startMs;
  const parts = {
    planned,
    given,
    response: textOf(answer),
    // The time of a replayed exchange is that of the recording.
    startedAt: answer?.recordedAt ? Date.parse(answer.recordedAt) - Math.ceil(elapsedMs) : startedAt,
    lastAttempt: attemptOf(outcome, startedAfterMs, elapsedMs - startedAfterMs),
    earlierAttempts: attempts,
  };
  const exchange = new RecordedExchange(parts);
  reportExchange(deployment, attempts.length === 0 ? exchange : new RecordedExchange(alone(parts)));
  if (outcome.kind === 'network' && isProgrammingError(outcome.error))
    throw usageErrorFor(outcome.error, deployment, given, planned);
  return { outcome, text: outcome.kind === 'response' ? (parts.response?.body ?? '') : '', exchange };
}

/** Returns the parts of an exchange of the last attempt alone. */
function alone(parts: ExchangeParts): ExchangeParts {
  const { startedAt, lastAttempt } = parts;
  return {
    ...parts,
    startedAt: startedAt + lastAttempt.startedAfterMs,
    lastAttempt: { ...lastAttempt, startedAfterMs: 0 },
    earlierAttempts: [],
  };
}

/** Tells a connection that the server closed from one that failed, and plain HTTP on a TLS port from both. */
async function explained(
  outcome: AttemptOutcome,
  origin: string,
  mayBeTls: boolean,
): Promise<AttemptOutcome> {
  if (outcome.kind !== 'network') return outcome;
  const { partial, error } = outcome;
  if (partial === undefined && !isClosedByPeer(error)) return outcome;
  const isTls = mayBeTls && partial === undefined && origin.startsWith('http:') && (await speaksTls(origin));
  if (!isTls) return { ...outcome, kind: 'closed' };
  const tls = new Error('plain HTTP was sent to a port that speaks TLS', { cause: error });
  return { ...outcome, error: Object.assign(tls, { code: plainHttpToTls }) };
}

// Enough for one or two round trips: the server was reachable a moment ago.
const handshakeTimeoutMs = 1000;
const maxOrigins = 100;
const tlsByOrigin = new Map<string, Promise<boolean>>();

/**
 * Returns whether the server of an http origin speaks TLS: a TLS server may close the connection when it receives plain
 * HTTP. Connects once for each origin, and sends only the TLS handshake.
 */
function speaksTls(origin: string): Promise<boolean> {
  let result = tlsByOrigin.get(origin);
  if (result === undefined) {
    if (tlsByOrigin.size === maxOrigins) tlsByOrigin.clear();
    result = handshake(origin);
    tlsByOrigin.set(origin, result);
  }
  return result;
}

async function handshake(origin: string): Promise<boolean> {
  const url = new URL(origin);
  const socket = connect({ host: hostOf(url), port: Number(url.port || 80), rejectUnauthorized: false });
  const connected = new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  try {
    return await withTimeLimit(connected, handshakeTimeoutMs, () => false, realClock);
  } finally {
    socket.destroy();
  }
}
