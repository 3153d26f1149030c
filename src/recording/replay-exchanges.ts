import type { Dispatcher } from 'undici';
import { replayedTimeout } from '../client/transport.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { areFixed } from '../deployment/headers.js';
import { UsageError } from '../errors.js';
import { formatText } from '../internal/print.js';
import type { Redactor } from '../internal/redaction.js';
import { labelled } from '../internal/terminal.js';
import {
  type Cassette,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedRequest,
  readCassette,
} from './cassette.js';
import { secretMask, unrecordedMask } from './masking.js';
import { assertRecordingOptions, type RecordingOptions, withoutDate } from './record-exchanges.js';
import { bytesOfRecorded } from './recorded-body.js';
import {
  hasShardsKey,
  isMaskedForm,
  loose,
  looseKey,
  maskedCount,
  maskedRequest,
  nearestRequest,
  plainRequest,
  requestKey,
  type SentRequest,
  secretsOf,
  sentRequest,
  unnamed,
} from './request-matching.js';
import { type ReplayedWait, WaitCounts, type WaitMark, type WaitMarks } from './wait-marks.js';

/**
 * Returns a deployment that answers from a recording and sends nothing.
 *
 * - The same request gets the first recorded answer, then the second and so on, and then the last one again. So a polled
 *   operation passes through the recorded stages.
 * - A wait that goes on for longer than it was recorded, without a final answer, is inconclusive.
 * - A simulation may have another shards key, once for each recorded one.
 * - The URLs of the deployment may differ from those of the recording. Its name, chain names and conventions must not:
 *   they are part of the requests.
 * - The time of an exchange, with which clocks and timestamps are compared, is the recorded one.
 * - Nothing is waited for: waits poll at least every 20 ms, retries follow at once, and `Retry-After` is 0.
 * - It needs no credentials.
 * - A request that was not recorded fails with a {@link UsageError}.
 *
 * @throws {UsageError} when an option is invalid, or with file and line when the recording is.
 * @example
 * import { createClient, deploymentFromEnv, replayExchanges } from 'crosscheck';
 *
 * const deployment = await replayExchanges(deploymentFromEnv()!, { file: 'recordings/swap.json' });
 * const { response } = await createClient(deployment).simulate(request);
 */
export async function replayExchanges(
  deployment: Deployment,
  options: RecordingOptions,
): Promise<Deployment> {
  assertRecordingOptions(deployment, options);
  const replay = await openReplay(options.file, 'record again, with recordExchanges');
  return replayedDeployment(deployment, async () => replay);
}

/**
 * Opens a recording for replay.
 *
 * @param howToRecord - How to record again, for error messages.
 * @throws {UsageError} with file and line, if the file is missing or invalid.
 */
export async function openReplay(file: string, howToRecord: string): Promise<Replay> {
  return new Replay(await readCassette(file, howToRecord), { file, howToRecord });
}

const noHeaders: Headers = Object.freeze({});

/**
 * Wraps a deployment so that it answers from a recording, without pauses and without calling a headers function, which
 * may itself be a service. Messages mask fixed credentials; with a headers function they mask everything that the
 * recording does not contain.
 *
 * @param replay - Returns the replay for the next request.
 */
export function replayedDeployment(deployment: Deployment, replay: () => Promise<Replay>): Deployment {
  const hasKnownHeaders = areFixed(deployment.headers);
  return Object.freeze({
    ...deployment,
    headers: hasKnownHeaders ? deployment.headers : () => noHeaders,
    retries: Object.freeze({ ...deployment.retries, minIntervalMs: 0, maxIntervalMs: 0 }),
    dispatcher: new ReplayingDispatcher(deployment, replay, hasKnownHeaders) as unknown as Dispatcher,
    exchanges: 'replayed',
  });
}

/** Answers requests from a recording immediately, and sends nothing. */
class ReplayingDispatcher implements Pick<Dispatcher, 'dispatch'>, WaitMarks {
  readonly #deployment: Deployment;
  readonly #replay: () => Promise<Replay>;
  readonly #hasKnownHeaders: boolean;

  constructor(deployment: Deployment, replay: () => Promise<Replay>, hasKnownHeaders: boolean) {
    this.#deployment = deployment;
    this.#replay = replay;
    this.#hasKnownHeaders = hasKnownHeaders;
  }

  markWait(operationId: string): WaitMark {
    let mark: WaitMark | undefined;
    // The next request reports why a recording cannot be read.
    this.#replay().then(
      (replay) => {
        mark = replay.markWait(operationId);
      },
      () => {},
    );
    return { end: (durationMs) => mark?.end(durationMs), replayed: () => mark?.replayed() };
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = new ReplayController();
    const request = sentRequest(options, this.#deployment);
    this.#replay()
      .then((replay) => replay.answerTo(request, this.#hasKnownHeaders))
      .then((answer) => deliver(answer, controller, handler))
      .catch((error) => handler.onResponseError?.(controller, error));
    return true;
  }
}

/** A recorded answer in wire format. */
interface ReplayedAnswer extends Pick<RecordedAnswer, 'recordedAt' | 'status' | 'failure'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Calls a handler like undici does. A recorded timeout occurs immediately. */
function deliver(
  { recordedAt, status, headers, bytes, failure }: ReplayedAnswer,
  controller: ReplayController,
  handler: Dispatcher.DispatchHandler,
): void {
  handler.onRequestStart?.(controller, { recordedAt });
  if (status !== undefined && !controller.aborted) handler.onResponseStart?.(controller, status, headers, '');
  if (bytes.length > 0 && !controller.aborted) handler.onResponseData?.(controller, bytes);
  if (controller.aborted) handler.onResponseError?.(controller, controller.reason as Error);
  else if (failure === undefined) handler.onResponseEnd?.(controller, {});
  else handler.onResponseError?.(controller, errorOf(failure));
}

function errorOf(failure: NonNullable<RecordedAnswer['failure']>): Error {
  // The client allows a longer body than when it was recorded.
  if (failure === 'too large')
    return new UsageError(
      'The recording has only the beginning of an answer that was longer than maxResponseBytes',
      [{ advice: 'record again with the current maxResponseBytes, or replay with the one of the recording' }],
    );
  if (failure === 'aborted')
    return Object.assign(new Error('timed out when it was recorded'), { code: replayedTimeout });
  return Object.assign(new Error(failure.message), { code: failure.code });
}

class ReplayController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}

/** Answers the requests of a recording, and no others. */
export class Replay {
  readonly #origin: Origin;
  readonly #deployments: readonly string[];
  readonly #requests: readonly ReplayedRequest[];
  /** Those with masked texts, the most specific first. */
  readonly #masked: readonly ReplayedRequest[];
  readonly #byKey = new Map<string, ReplayedRequest[]>();
  readonly #waits = new WaitCounts();
  /** The number of waits per operation that have begun. */
  readonly #begun = new WaitCounts();
  /** The request that was last answered for each operation. */
  readonly #answered = new Map<string, ReplayedRequest>();

  constructor({ deployments, exchanges }: Cassette, origin: Origin) {
    this.#origin = origin;
    this.#deployments = deployments;
    this.#requests = exchanges.map((exchange) => new ReplayedRequest(exchange));
    this.#masked = this.#requests
      .map((replayed) => ({ replayed, count: maskedCount(replayed.request) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => one.count - other.count)
      .map(({ replayed }) => replayed);
    for (const replayed of this.#requests) {
      for (const key of new Set([requestKey(replayed.request), looseKey(replayed.request)]))
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), replayed]);
    }
  }

  /**
   * Returns the recorded answer to the n-th occurrence of a request. A simulation with an unrecorded shards key gets
   * the answers of the first unused simulation that differs only in the key. From then on, that simulation answers no
   * other request, not even its own.
   *
   * @param hasKnownHeaders - Whether the request has the real credentials, which messages mask.
   * @throws {UsageError} if the request was not recorded, or the recording is of another deployment.
   */
  answerTo(sent: SentRequest, hasKnownHeaders: boolean): ReplayedAnswer {
    this.#assertSameDeployment(sent);
    const wait = this.#waits.of(sent.operationId);
    const request = plainRequest(sent);
    const recorded = this.#only(this.#equal(request), sent);
    const isGiven = recorded?.answersFor !== undefined;
    const replayed = recorded === undefined || isGiven ? this.#standIn(sent, request) : recorded;
    if (replayed === undefined)
      throw this.#unknown(maskedRequest(sent, this.#mask(sent, hasKnownHeaders)), isGiven);
    replayed.hasAnswered = true;
    if (sent.operationId !== undefined) this.#answered.set(sent.operationId, replayed);
    const { recordedAt, status, headers = {}, failure, ...body } = replayed.next(wait);
    // A replay does not need to wait.
    const atOnce = 'retry-after' in headers ? { ...headers, 'retry-after': '0' } : headers;
    return { recordedAt, status, headers: atOnce, bytes: bytesOfRecorded(body), failure };
  }

  /** Records the start of a wait for an operation, and later its end. */
  markWait(operationId: string): WaitMark {
    const wait = this.#waits.add(operationId);
    const count = this.#begun.add(operationId);
    return {
      end: () => {
        this.#waits.add(operationId);
      },
      replayed: () => this.#replayed(operationId, wait, count),
    };
  }

  #replayed(operationId: string, wait: number, count: number): ReplayedWait | undefined {
    const answered = this.#answered.get(operationId);
    if (answered === undefined) return undefined;
    const { isUsedUp } = answered;
    return { ...this.#origin, recordedMs: answered.recordedMs(wait, count), count, isUsedUp };
  }

  /** Returns the recorded requests that equal a request. */
  #equal(request: RecordedRequest): readonly ReplayedRequest[] {
    const masked = this.#masked.find((one) => isMaskedForm(one.request, request));
    return (
      this.#byKey.get(requestKey(request)) ?? (masked && this.#byKey.get(requestKey(masked.request))) ?? []
    );
  }

  /** Returns the recorded requests that differ from a simulation at most in the shards key. */
  #alike(request: RecordedRequest): readonly ReplayedRequest[] {
    return [
      ...(this.#byKey.get(looseKey(request)) ?? []),
      ...this.#masked.filter((one) => isMaskedForm(loose(one.request), loose(request))),
    ];
  }

  /** Returns the recorded simulation that answers a simulation with another shards key. */
  #standIn(sent: SentRequest, request: RecordedRequest): ReplayedRequest | undefined {
    if (!hasShardsKey(request)) return undefined;
    const key = [sent.deployment, requestKey(request)].join(' ');
    const alike = this.#alike(request).filter((one) => isSameTarget(one.request, sent));
    const found =
      alike.find((one) => one.answersFor === key) ?? alike.find(({ hasAnswered }) => !hasAnswered);
    if (found !== undefined) found.answersFor = key;
    return found;
  }

  /** Of equal requests, returns the one to the same server of the same deployment. */
  #only(same: readonly ReplayedRequest[], sent: SentRequest): ReplayedRequest | undefined {
    const meant = same.filter(({ request }) => isSameTarget(request, sent));
    if (meant.length > 1)
      throw new UsageError(
        `The recording ${this.#origin.file} has ${sent.method} ${sent.path} of both servers, and this deployment has one address for them`,
        [{ advice: this.#origin.howToRecord }],
      );
    return meant[0];
  }

  #assertSameDeployment({ deployment }: SentRequest): void {
    if (this.#deployments.length === 0 || this.#deployments.includes(deployment)) return;
    const described = (name: string): string => (name === unnamed ? 'a deployment without a name' : name);
    const replayed = this.#deployments.map((name) =>
      name === unnamed ? 'set the URLs that it was recorded with, and no name' : `replay it as ${name}`,
    );
    throw new UsageError(
      `The recording ${this.#origin.file} was recorded from ${this.#deployments.map(described).join(' and ')}, not from ${described(deployment)}`,
      [
        'Nothing was sent. A deployment is known by its name, wherever it is: `name`, --name, CROSSCHECK_NAME, or its name in the configuration.',
        { advice: `${replayed.join(', or ')}, or ${this.#origin.howToRecord}` },
      ],
    );
  }

  #mask(sent: SentRequest, hasKnownHeaders: boolean): Redactor {
    const mask = secretMask(secretsOf(sent));
    if (hasKnownHeaders) return mask;
    const unrecorded = unrecordedMask(
      this.#requests.map(({ request }) => [request.path, request.query, bytesOfRecorded(request)].join(' ')),
    );
    return (text) => unrecorded(mask(text));
  }

  /** @param isGiven - Whether it was recorded, but its answer was given to a request with another shards key. */
  #unknown(request: RecordedRequest, isGiven: boolean): UsageError {
    const { file, howToRecord } = this.#origin;
    const nearest = nearestRequest(
      request,
      this.#requests.map(({ request }) => request),
    );
    const none = isGiven ? 'no other' : 'no';
    return new UsageError(`The recording ${file} has ${none} answer to ${request.method} ${request.path}`, [
      labelled('Asked', requestText(request)),
      labelled(
        'Recorded',
        isGiven ? 'this one, whose answer was given to the same request with another shardsKey' : nearest,
      ),
      'Nothing was sent. A request must have the method, path, query and body of the recorded one: seeds, times and',
      'ids that are generated must be the same each time. A simulation may have another shardsKey, once for each that was recorded.',
      { advice: howToRecord },
    ]);
  }
}

/** The file of a recording, and how to record again. */
interface Origin {
  readonly file: string;
  readonly howToRecord: string;
}

/** A recorded request and its progress in the replay. */
class ReplayedRequest {
  readonly request: RecordedRequest;
  /** The answers by wait; those without a wait form one group. */
  readonly #groups = new Map<number, { readonly answers: RecordedAnswer[]; given: number }>();
  readonly #waitedMs: Readonly<Record<string, number>>;
  /** Whether it has answered a request. */
  hasAnswered = false;
  /** The simulation with another shards key that it answers, and no other request. */
  answersFor: string | undefined;
  /** Whether the last answer had to be repeated. */
  isUsedUp = false;

  constructor({ request, answers, waitedMs = {} }: RecordedExchange) {
    this.request = request;
    this.#waitedMs = waitedMs;
    for (const answer of answers) {
      const group = this.#groups.get(answer.wait ?? 0) ?? { answers: [], given: 0 };
      this.#groups.set(answer.wait ?? 0, group);
      group.answers.push(answer);
    }
  }

  /** Returns the next answer of this wait, or of the last wait before it; repeats the last answer at the end. */
  next(wait: number): RecordedAnswer {
    const waits = [...this.#groups.keys()];
    const meant = waits.findLast((one) => one <= wait) ?? waits[0] ?? 0;
    const group = this.#groups.get(meant) as { readonly answers: RecordedAnswer[]; given: number };
    let left = group.given++;
    for (const answer of group.answers) {
      const { times = 1 } = answer;
      this.isUsedUp = left >= times;
      if (!this.isUsedUp) return left === 0 ? answer : withoutDate(answer);
      left -= times;
    }
    return withoutDate(group.answers.at(-1) as RecordedAnswer);
  }

  /**
   * Returns the recorded duration of this wait; undefined if fewer waits were recorded. Overlapping waits may begin in
   * another order; then the longest duration counts.
   *
   * @param count - The number of the wait, from 1.
   */
  recordedMs(wait: number, count: number): number | undefined {
    const recorded = Object.values(this.#waitedMs);
    if (recorded.length > 0 && count > recorded.length) return undefined;
    return this.#waitedMs[wait] ?? Math.max(0, ...recorded);
  }
}

/** Returns whether a request is for the same deployment and server, as far as the recording says. */
function isSameTarget({ deployment, server }: RecordedRequest, sent: SentRequest): boolean {
  return (
    (deployment === undefined || deployment === sent.deployment) &&
    (server === undefined || sent.server === undefined || server === sent.server)
  );
}

const maxRequestText = 600;

function requestText({ method, path, query, server: _, ...body }: RecordedRequest): string {
  const target = query === undefined ? path : `${path}?${query}`;
  return formatText(`${method} ${target} ${bytesOfRecorded(body).toString()}`.trim(), maxRequestText);
}
