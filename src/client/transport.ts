import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { UsageError } from '../errors.js';
import { areImmediatesFaked, type Clock, unixNowMs } from '../internal/clock.js';
import { printDuration, printText } from '../internal/print.js';
import { Agent } from '../internal/undici.js';
import { onAbort, sleep } from '../internal/waiting.js';
import { type Attempt, type Exchange, RecordedExchange, type ResponseText, redactorOf } from './exchange.js';
import { failureOf, isClosedByPeer, isProgrammingError } from './network-failure.js';
import { headersOf, type PlannedRequest, pathOf } from './request.js';

// One for the process: its idle sockets keep no process alive, so nobody has to close it.
const sharedDispatcher = new Agent();

/** Returns what sends the requests of a deployment: its own dispatcher, or the one that all others share. */
export function dispatcherOf({ dispatcher }: Deployment): Dispatcher {
  return dispatcher ?? sharedDispatcher;
}

/** An answer as it came, not yet decoded; of an incomplete one, what had come. */
export interface CollectedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What bounds one attempt. */
export interface AttemptLimits {
  /** Until the whole body is there. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** How an attempt ended: with a whole answer, or without one and why. */
export type AttemptOutcome =
  | { readonly kind: 'response'; readonly response: CollectedResponse }
  | {
      readonly kind: 'timeout' | 'too-large' | 'aborted' | 'network';
      readonly error: unknown;
      readonly partial: CollectedResponse | undefined;
    };

/** The code of an error with which a dispatcher says that the time-out of a recorded attempt was reached. */
export const replayedTimeout = 'CROSSCHECK_REPLAYED_TIMEOUT';

/**
 * Sends one request by undici's `dispatch` and collects its answer, bounded in time and size.
 *
 * @throws {UsageError} when the dispatcher says that it was used wrongly, as one that replays a recording does for a
 * request that was not recorded. All else is an outcome.
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
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clock.clearTimeout(timer);
      unwatch();
      settle();
    };
    const collected = (): CollectedResponse | undefined => head && { ...head, body: Buffer.concat(chunks) };
    const stop = (kind: 'timeout' | 'too-large' | 'aborted' | 'network', error?: unknown): void => {
      end(() => resolve({ kind, error, partial: collected() }));
      controller?.abort(new Error(kind));
    };
    const fail = (error: unknown): void => {
      if (error instanceof UsageError) end(() => reject(error));
      else
        stop((error as { code?: unknown } | null)?.code === replayedTimeout ? 'timeout' : 'network', error);
    };
    const timer = clock.setTimeout(() => stop('timeout'), timeoutMs);
    const unwatch = onAbort(signal, () => stop('aborted', signal?.reason));
    if (signal?.aborted) return stop('aborted', signal.reason);
    try {
      dispatcher.dispatch(request, {
        onRequestStart(started) {
          controller = started;
          if (isOver) started.abort(new Error('stopped before it was sent'));
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
      });
    } catch (error) {
      fail(error);
    }
  });
}

/** Returns one text for each header. */
function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(headers)) texts[name] = String(headers[name]);
  return texts;
}

/** One attempt of a request, and what came of it. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** What came of an answer, as text: exchanges keep it, for the bytes would hold on to the buffer of the socket. */
  readonly response: ResponseText | undefined;
  readonly attempt: Attempt;
}

/**
 * Sends a request once, with the headers of its deployment.
 *
 * @param start - When the call began, of which this is an attempt.
 * @throws {UsageError} when code on this side failed, and not the connection: trying again would change nothing.
 */
export async function attemptOnce(
  deployment: Deployment,
  dispatcher: Dispatcher,
  planned: PlannedRequest,
  given: Headers,
  limits: AttemptLimits,
  start: number,
): Promise<AttemptResult> {
  const startedAfterMs = limits.clock.now() - start;
  const outcome = await dispatchOnce(dispatcher, dispatchOptions(planned, given), limits);
  if (outcome.kind === 'network' && isProgrammingError(outcome.error))
    throw misuseOf(outcome.error, deployment, given, planned);
  return {
    outcome,
    response: textOf(outcome.kind === 'response' ? outcome.response : outcome.partial),
    attempt: attemptOf(outcome, startedAfterMs, limits.clock.now() - start - startedAfterMs),
  };
}

/** Returns an answer as text; bytes that are not UTF-8 read as U+FFFD. */
export function textOf(response: CollectedResponse | undefined): ResponseText | undefined {
  return response && { ...response, body: response.body.toString('utf8') };
}

/** Returns what an exchange says of an attempt. */
export function attemptOf(
  outcome: AttemptOutcome | CallOutcome,
  startedAfterMs: number,
  durationMs: number,
): Attempt {
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
    headers: headersOf(planned, given),
    body,
    // The attempt has a limit of its own that covers all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    // undici gives a connection free in an immediate: one that never comes would keep it busy for ever.
    reset: areImmediatesFaked(),
  };
}

/** The error of code that failed on this side: that of a dispatcher, or of the runtime. */
function misuseOf(
  error: unknown,
  { name, dispatcher }: Pick<Deployment, 'name' | 'dispatcher'>,
  given: Headers,
  planned: PlannedRequest,
): UsageError {
  const said = printText(
    redactorOf(given, planned)(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );
  if (dispatcher !== undefined)
    return new UsageError(
      `The dispatcher of ${name} failed: ${said}`,
      ['What to do: fix the code of the dispatcher or of its interceptors; the service was not at fault'],
      error,
    );
  return new UsageError(
    `The HTTP client failed on ${runtimeName()}: ${said}`,
    ['What to do: run it with Node.js 20.19 or later; the service was not at fault'],
    error,
  );
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  return bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node.js ${node}`;
}

/**
 * Returns the headers of a deployment. A headers function has the time of an attempt and of the call that began at
 * `start`: a token endpoint that never answers must not hang the call.
 *
 * @throws {UsageError} when it takes longer; the signal's reason when it aborted.
 */
export function givenHeaders(
  deployment: Deployment,
  start: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Headers | Promise<Headers> {
  const given = deployment.headers();
  return given instanceof Promise ? headersInTime(given, deployment, start, clock, signal) : given;
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
  const timeUp = async (): Promise<never> => {
    await sleep(Math.min(attemptTimeoutMs, leftMs), clock, either);
    const limit = attemptTimeoutMs <= leftMs ? 'attemptTimeoutMs' : 'timeoutMs';
    const allowed = printDuration(limit === 'attemptTimeoutMs' ? attemptTimeoutMs : timeoutMs);
    throw new UsageError(`The headers function of ${name} gave no headers within ${allowed} (${limit})`);
  };
  try {
    return await Promise.race([given, timeUp()]);
  } finally {
    settled.abort();
  }
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
 * Sends a request of any kind once, with the deployment's credentials, and returns what came: any status, any body.
 * Follows no redirect and tries nothing again.
 *
 * @throws {UsageError} when the deployment's headers function fails, or the recording that it replays has no such request.
 */
export async function callOnce(
  deployment: Deployment,
  dispatcher: Dispatcher,
  planned: PlannedRequest,
  limits: AttemptLimits,
): Promise<Call> {
  const { clock, signal } = limits;
  const given = await givenHeaders(deployment, clock.now(), clock, signal);
  const startedAt = unixNowMs();
  const sent = await attemptOnce(deployment, dispatcher, planned, given, limits, clock.now());
  const { outcome, response, attempt: lastAttempt } = sent;
  const exchange = new RecordedExchange({
    planned,
    given,
    response,
    startedAt,
    lastAttempt,
    earlierAttempts: [],
  });
  if (outcome.kind === 'response') return { outcome, text: response?.body ?? '', exchange };
  const isClosed = outcome.kind === 'network' && (outcome.partial || isClosedByPeer(outcome.error));
  return { outcome: isClosed ? { ...outcome, kind: 'closed' } : outcome, text: '', exchange };
}
