import { stat } from 'node:fs/promises';
import { stringify } from 'lossless-json';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { dispatcherOf } from '../client/transport.js';
import { type Deployment, definedDeployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { parseOptions, text } from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { type Redactor, redactResponseHeaders } from '../internal/redaction.js';
import {
  type Cassette,
  maxRecordingBytes,
  probeCassette,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedRequest,
  writeCassette,
} from './cassette.js';
import { numberedMask, secretMask } from './masking.js';
import { recordedBody } from './recorded-body.js';
import { maskedRequest, requestKey, type SentRequest, secretsOf, sentRequest } from './request-matching.js';
import { WaitCounts, type WaitMark, type WaitMarks } from './wait-marks.js';

const recordingShape = {
  /** Path of the JSON file. */
  file: text(),
};

const recordingOptions = z.strictObject(recordingShape);
const recordingArguments = z.strictObject({ deployment: definedDeployment });

/** Where exchanges are recorded. */
export interface RecordingOptions extends Readonly<z.input<z.ZodObject<typeof recordingShape>>> {}

/** Exchanges that are being recorded. */
export interface Recording {
  /** The deployment to use. Every request through it is recorded. */
  readonly deployment: Deployment;
  /**
   * Writes the exchanges recorded so far, replacing the file. Omits requests that have no answer yet.
   *
   * @throws {UsageError} when the file would have more than 32 MiB, something else wrote it since this recording began, or
   * it cannot be written.
   */
  save(): Promise<void>;
}

/**
 * Records the requests to a deployment and their answers, for {@link replayExchanges}. The file is JSON that you can review
 * and commit: it has no request headers, and credentials are masked in URLs, bodies and answers, both those that were sent
 * and texts that look like one. Durations, and bytes that campaigns write on sockets, are not recorded.
 *
 * @throws {UsageError} when an option is invalid, or the deployment is one that `replayExchanges` returned.
 * @example
 * import { createClient, deploymentFromEnv, recordExchanges } from 'crosscheck';
 *
 * const recording = recordExchanges(deploymentFromEnv()!, { file: 'recordings/swap.json' });
 * await createClient(recording.deployment).simulate(request);
 * await recording.save();
 */
export function recordExchanges(deployment: Deployment, options: RecordingOptions): Recording {
  assertRecordingOptions(deployment, options);
  if (deployment.exchanges === 'replayed')
    throw new UsageError('recordExchanges writes what replayExchanges reads: use one of them', [
      `${formatText(deployment.name)} answers from a recording, and nothing is sent`,
      { advice: 'record the deployment itself, or replay without recording' },
    ]);
  const recorder = new Recorder();
  const { file } = options;
  const beganMs = unixNowMs();
  let savedMs: number | undefined;
  return {
    deployment: recordedDeployment(deployment, () => recorder),
    save: async () => {
      const writtenMs = await modifiedMs(file);
      await probeCassette(file);
      if (writtenMs > beganMs && writtenMs !== savedMs)
        throw new UsageError(
          `Another recording was saved to ${file} while this one was made; it was not overwritten`,
          [{ advice: 'record all exchanges with one recordExchanges, or give each a file of its own' }],
        );
      await writeCassette(file, recorder.cassette());
      savedMs = await modifiedMs(file);
    },
  };
}

/** Returns when a file was last written, in whole unix milliseconds; 0 if it is missing or empty. */
async function modifiedMs(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined || found.size === 0 ? 0 : Math.floor(found.mtimeMs);
}

/** Throws a UsageError for an invalid deployment or options. */
export function assertRecordingOptions(deployment: Deployment, options: RecordingOptions): void {
  const headline = 'The recording has invalid options';
  parseOptions(headline, recordingArguments, { deployment });
  parseOptions(headline, recordingOptions, options);
}

/**
 * Wraps a deployment so that its exchanges are recorded.
 *
 * @param recorder - Returns the recorder for the next request.
 */
export function recordedDeployment(deployment: Deployment, recorder: () => Recorder): Deployment {
  const dispatcher = new RecordingDispatcher(deployment, recorder) as unknown as Dispatcher;
  return Object.freeze({ ...deployment, dispatcher, exchanges: 'recorded' });
}

/** Sends requests like the deployment, and records them and their answers. */
class RecordingDispatcher implements Pick<Dispatcher, 'dispatch'>, WaitMarks {
  readonly #deployment: Deployment;
  readonly #recorder: () => Recorder;

  constructor(deployment: Deployment, recorder: () => Recorder) {
    this.#deployment = deployment;
    this.#recorder = recorder;
  }

  markWait(operationId: string): WaitMark {
    return this.#recorder().markWait(operationId);
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const recorder = this.#recorder();
    const exchange = recorder.begin(sentRequest(options, this.#deployment));
    const recording = new RecordingHandler(handler, (answer) => recorder.end(exchange, answer));
    return dispatcherOf(this.#deployment).dispatch(options, recording);
  }
}

/** Records events and forwards them. */
class RecordingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #onEnd: (answer: ReceivedAnswer) => void;
  readonly #chunks: Uint8Array[] = [];
  #status: number | undefined;
  #headers: ReceivedAnswer['headers'] = {};
  #atMs = 0;

  constructor(handler: Dispatcher.DispatchHandler, onEnd: (answer: ReceivedAnswer) => void) {
    this.#handler = handler;
    this.#onEnd = onEnd;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(...start: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    const [, status, headers] = start;
    this.#status = status;
    this.#headers = headers;
    this.#atMs = unixNowMs();
    this.#handler.onResponseStart?.(...start);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...end: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#end('whole');
    this.#handler.onResponseEnd?.(...end);
  }

  /** A failed connection has no controller. */
  onResponseError(controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!controller?.aborted) this.#end({ error });
    // The reasons with which `dispatchOnce` aborts. Aborts by a signal or the end of a wait are not recorded: they are
    // no evidence about the service, and would hang in a replay.
    else if (error.message === 'timeout') this.#end('aborted');
    else if (error.message === 'too-large') this.#end('too large');
    this.#handler.onResponseError?.(controller as Dispatcher.DispatchController, error);
  }

  #end(end: ReceivedAnswer['end']): void {
    const [status, headers, atMs, chunks] = [this.#status, this.#headers, this.#atMs, this.#chunks];
    this.#onEnd({ status, headers, atMs, chunks, end });
  }
}

/** The answer to a request, secrets included. */
interface ReceivedAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** When the headers arrived, in milliseconds of unix time. */
  readonly atMs: number;
  readonly chunks: readonly Uint8Array[];
  /** How it ended: complete, failed by a connection error, or aborted by the client. */
  readonly end: 'whole' | 'aborted' | 'too large' | { readonly error: unknown };
}

/** A request and, once available, its answer. */
interface Exchanged {
  readonly request: SentRequest;
  /** The number of waits for its operation that had begun or ended. */
  readonly wait: number;
  answer?: ReceivedAnswer;
}

/** Collects exchanges in the order of sending. It holds the secrets, but its cassettes do not. */
export class Recorder {
  readonly #deployments = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #waits = new WaitCounts();
  readonly #waitedMs = new Map<string, Record<number, number>>();
  #exchanges: Exchanged[] = [];
  #bytes = 0;

  /** Whether nothing was sent. */
  get isEmpty(): boolean {
    return this.#deployments.size === 0;
  }

  /** Records a request before it is sent. */
  begin(request: SentRequest): Exchanged {
    const exchange: Exchanged = { request, wait: this.#waits.of(request.operationId) };
    this.#deployments.add(request.deployment);
    for (const secret of secretsOf(request)) this.#secrets.add(secret);
    this.#count(request.body.length);
    if (!this.#isFull) this.#exchanges.push(exchange);
    return exchange;
  }

  /** Records the answer to a request. */
  end(exchange: Exchanged, answer: ReceivedAnswer): void {
    this.#count(answer.chunks.reduce((sum, { length }) => sum + length, 0));
    if (!this.#isFull) exchange.answer = answer;
  }

  /** Records the start of a wait for an operation, and later its end and duration. */
  markWait(operationId: string): WaitMark {
    const wait = this.#waits.add(operationId);
    return {
      end: (durationMs) => {
        this.#waits.add(operationId);
        const known = this.#waitedMs.get(operationId);
        this.#waitedMs.set(operationId, { ...known, [wait]: Math.ceil(durationMs) });
      },
      replayed: () => undefined,
    };
  }

  /**
   * Returns the completed exchanges without secrets, sorted by request so that concurrency does not change the order.
   *
   * @throws {UsageError} if they exceed the size of a recording.
   */
  cassette(): Cassette {
    if (this.#isFull)
      throw new UsageError(
        `The exchanges are more than a recording holds, ${maxRecordingBytes} bytes: record fewer of them`,
      );
    const deployments = [...this.#deployments].sort();
    const secrets = [...this.#secrets];
    const ended = this.#exchanges.filter(hasEnded);
    const redactRequest = secretMask(secrets);
    const known = new Map<
      string,
      { readonly request: RecordedRequest; readonly of: Required<Exchanged>[] }
    >();
    for (const exchange of ended) {
      const ofDeployment = deployments.length === 1 ? {} : { deployment: exchange.request.deployment };
      const request = { ...ofDeployment, ...maskedRequest(exchange.request, redactRequest) };
      const key = [requestKey(request), request.server, request.deployment].join(' ');
      const same = known.get(key) ?? { request, of: [] };
      known.set(key, same);
      same.of.push(exchange);
    }
    const sorted = [...known].sort(([one], [other]) => (one < other ? -1 : 1));
    // Created after sorting, so that mask numbers do not depend on concurrency.
    const redactAnswer = secretMask(secrets, numberedMask());
    const exchanges = sorted.map(([, { request, of }]): RecordedExchange => {
      const answers: RecordedAnswer[] = [];
      for (const { answer, wait } of of)
        addAnswer(answers, { wait, ...recordedAnswer(answer, redactAnswer) });
      const waitedMs = this.#waitedMs.get(of[0]?.request.operationId ?? '');
      return { request, waitedMs, answers: withoutOnlyWait(answers) };
    });
    return { deployments, exchanges };
  }

  get #isFull(): boolean {
    return this.#bytes > maxRecordingBytes;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#isFull) this.#exchanges = [];
  }
}

function hasEnded(exchange: Exchanged): exchange is Required<Exchanged> {
  return exchange.answer !== undefined;
}

/** Appends an answer, or counts it if it repeats the last one but for its time, as when an operation is polled. */
function addAnswer(answers: RecordedAnswer[], answer: RecordedAnswer): void {
  const { times = 1, ...last } = answers.at(-1) ?? {};
  if (stringify(timeless(last)) === stringify(timeless(answer)))
    answers[answers.length - 1] = { times: times + 1, ...last };
  else answers.push(answer);
}

function timeless({ recordedAt: _, ...answer }: RecordedAnswer): RecordedAnswer {
  return withoutDate(answer);
}

/** Returns an answer without the header Date: a repeated one has the Date of its first occurrence. */
export function withoutDate({ headers, ...answer }: RecordedAnswer): RecordedAnswer {
  if (headers === undefined) return answer;
  const { date: _, ...others } = headers;
  return { ...answer, headers: others };
}

/** Drops the wait number if all answers belong to one wait. */
function withoutOnlyWait(answers: RecordedAnswer[]): RecordedAnswer[] {
  if (answers.some(({ wait }) => wait !== answers[0]?.wait)) return answers;
  return answers.map(({ wait: _, ...answer }) => answer);
}

/** Headers that the package reads. Others vary between runs, or may be a credential. */
const keptHeaders = new Set([
  'age',
  'allow',
  'cache-status',
  'content-encoding',
  'content-type',
  'date',
  'location',
  'retry-after',
]);

/** Replaces a compressed body, in which secrets cannot be found. The client rejects it by its header anyway. */
const encodedBody = Buffer.from('(not recorded: secrets cannot be found under a content encoding)');

function recordedAnswer(
  { status, headers, atMs, chunks, end }: ReceivedAnswer,
  redact: Redactor,
): RecordedAnswer {
  const failure = failureOf(end, redact);
  if (status === undefined) return { failure };
  const { 'content-encoding': encoding = 'identity' } = headers;
  const isEncoded = encoding !== 'identity' && chunks.length > 0;
  return {
    recordedAt: new Date(atMs).toISOString(),
    status,
    headers: recordedHeaders(headers, end === 'aborted' || end === 'too large', redact),
    ...recordedBody(isEncoded ? encodedBody : Buffer.concat(chunks), redact),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** @param isAborted - Whether the client aborted the request, possibly because of the content length. */
function recordedHeaders(
  headers: ReceivedAnswer['headers'],
  isAborted: boolean,
  redact: Redactor,
): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name]) => keptHeaders.has(name) || (isAborted && name === 'content-length'))
    .map(([name, value]) => [name, String(value)] as const);
  const masked = redactResponseHeaders(Object.fromEntries(kept));
  const entries = Object.entries(masked).sort();
  return Object.fromEntries(entries.map(([name, value]) => [name, redact(value)]));
}

function failureOf(end: ReceivedAnswer['end'], redact: Redactor): RecordedAnswer['failure'] {
  if (end === 'whole') return undefined;
  if (typeof end === 'string') return end;
  const { code, message = '' } = (end.error ?? {}) as { code?: string; message?: string };
  return { ...(typeof code === 'string' ? { code } : {}), message: redact(message) };
}
