import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import { realClock, unixNowMs } from '../../internal/clock.js';
import { jsonText } from '../../internal/json.js';
import { delayWhileOpen } from '../faults/connections.js';
import type { Answer, ChangedAnswer, ServiceCall, WrittenAnswer } from '../faults/fault.js';
import type { Faults, InterceptedCall } from '../faults/faults.js';
import { messageCopy } from '../faults/interceptor.js';
import { Rejection } from '../model/rejection.js';
import { type BodyLimits, readBytes } from './request-body.js';
import type { JournalEntry, RequestJournal } from './request-journal.js';
import { findRoute, followRoute, type Route, type RoutedRequest, serviceCall } from './router.js';

/** What affects an answer besides its route. */
export interface AnswerOptions extends Pick<BodyLimits, 'maxBodyBytes'> {
  /** Faults for routes that have an endpoint, and interceptors for all requests. Default: none. */
  readonly faults?: Faults | undefined;
  /** Keeps what was received. Default: nothing is kept. */
  readonly journal?: RequestJournal | undefined;
  /** Checks every request before it is answered. Throws a {@link Rejection} for a request that is not allowed. */
  readonly guard?: ((message: IncomingMessage) => void) | undefined;
  /**
   * The time of the chain, in milliseconds of unix time. The header `Date` has it if it is ahead of real time, because the
   * chain was advanced. Default: real time.
   */
  readonly now?: (() => number) | undefined;
}

/** An answer that is not JSON, such as a page or a stream. It writes itself, headers included. */
export class Content {
  readonly send: (response: ServerResponse) => void;

  constructor(send: (response: ServerResponse) => void) {
    this.send = send;
  }
}

/** A body that is already JSON text. It is parsed only for a fault that changes it. */
export class SerializedBody {
  readonly text: string;
  readonly value: () => unknown;

  constructor(text: string, value: () => unknown) {
    // A concatenated string would be flattened each time it is sent, unless it comes from a buffer.
    this.text = Buffer.from(text).toString();
    this.value = value;
  }
}

/**
 * Answers a request with the result of its route, or with `{"error": "…"}` and a matching status. A synchronous result is
 * sent synchronously, because a few promises cost as much as everything else.
 */
export function answer(
  routes: readonly Route[],
  message: IncomingMessage,
  response: ServerResponse,
  onFault: (error: unknown) => void,
  { faults, journal, guard, now, maxBodyBytes }: AnswerOptions,
): Promise<void> | void {
  const nowMs = now?.() ?? 0;
  // Clocks may differ by up to a minute.
  if (nowMs > unixNowMs() + 60_000) response.setHeader('date', new Date(nowMs).toUTCString());
  const request = findRoute(routes, message);
  const entry = journal?.begin(request);
  let intercepted: InterceptedCall | undefined;
  const respond = (result: Answer) => {
    entry?.read(message);
    return send(result, request, response, { faults, intercepted, entry });
  };
  const reject = (error: unknown) => rejectionOf(error, message, onFault);
  let body: unknown;
  try {
    guard?.(message);
    body = faults?.hasInterceptors
      ? interceptedMessage(message, serviceCall(request), faults, maxBodyBytes).then((changed) => {
          intercepted = changed.intercepted;
          return followRoute(findRoute(routes, changed));
        })
      : followRoute(request);
  } catch (error) {
    return respond(reject(error));
  }
  if (!(body instanceof Promise)) return respond(answerOf(body));
  return body.then(answerOf, reject).then(respond);
}

/** A request whose body has been read, and that interceptors have seen. */
interface InterceptedMessage extends IncomingMessage {
  readonly intercepted: InterceptedCall;
}

/**
 * Reads a request whole, and returns it as interceptors change it.
 *
 * @throws Rejection 413 if the body is too large, or 500 if an interceptor fails.
 */
async function interceptedMessage(
  request: IncomingMessage,
  call: ServiceCall,
  faults: Faults,
  maxBodyBytes: number,
): Promise<InterceptedMessage> {
  const bytes = await readBytes(request, maxBodyBytes);
  const body = bytes.toString();
  const { method = '', url = '', rawHeaders, httpVersion, socket } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const intercepted = await faults.interceptRequest(call, messageCopy({ method, url, headers, body }));
  const { request: changed } = intercepted;
  const content = changed.body === body ? bytes : Buffer.from(changed.body);
  const length = changed.body === body ? {} : { 'content-length': `${content.length}` };
  return Object.assign(Readable.from([content]), {
    method: changed.method,
    url: changed.url,
    headers: { ...changed.headers, ...length },
    rawHeaders,
    httpVersion,
    socket,
    intercepted,
  }) as Readable as InterceptedMessage;
}

const noHeaders = {};

function answerOf(body: unknown): Answer {
  return { status: 200, headers: noHeaders, body };
}

function rejectionOf(error: unknown, { socket }: IncomingMessage, onFault: (error: unknown) => void): Answer {
  if (error instanceof Rejection)
    return { status: error.status, headers: error.headers, body: { error: error.message } };
  if (!socket.destroyed) onFault(error);
  return { status: 500, headers: noHeaders, body: { error: 'internal error' } };
}

/** What changes an answer, and notes it. */
interface Sending {
  readonly faults: Faults | undefined;
  readonly intercepted: InterceptedCall | undefined;
  readonly entry: JournalEntry | undefined;
}

function send(
  result: Answer,
  request: RoutedRequest,
  response: ServerResponse,
  { faults, intercepted, entry }: Sending,
): Promise<void> | void {
  if (response.destroyed) return;
  if (result.body instanceof Content) return result.body.send(response);
  // This is the only cost of faults while none is set. An interceptor that has changed the
  // request may have used up its `times`, but still has to change the answer.
  if (faults === undefined || !(faults.hasFaults || intercepted))
    return sendWhole(written(result), request.message, response, entry);
  return faults
    .changeAnswer(serviceCall(request), withValue(result), written, intercepted)
    .then((changed) => sendChanged(changed, request.message, response, entry));
}

/** Sends an answer with its faults. Ends immediately if the client disconnects or the server stops. */
async function sendChanged(
  { answer: changed, delayMs, abortConnection }: ChangedAnswer,
  message: IncomingMessage,
  response: ServerResponse,
  entry: JournalEntry | undefined,
): Promise<void> {
  const { socket } = message;
  if (delayMs > 0) await delayWhileOpen(socket, delayMs);
  if (socket.destroyed) return;
  if (abortConnection) await abortConnection.send(changed, response);
  else sendWhole(changed, message, response, entry);
}

function withValue(result: Answer): Answer {
  return result.body instanceof SerializedBody ? { ...result, body: result.body.value() } : result;
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

function written({ status, headers, body }: Answer): WrittenAnswer {
  return {
    status,
    headers: headers === noHeaders ? jsonHeaders : { ...headers, ...jsonHeaders },
    body: body instanceof SerializedBody ? body.text : jsonText(body),
  };
}

function sendWhole(
  whole: WrittenAnswer,
  message: IncomingMessage,
  response: ServerResponse,
  entry: JournalEntry | undefined,
): void {
  const { status, headers, body: content } = whole;
  response.writeHead(status, headOf(whole));
  entry?.answered(message.method === 'HEAD' ? { ...whole, body: '' } : whole);
  if (headers.connection === 'close' && !message.complete) endWhenSent(content, message, response);
  else response.end(content);
}

const jsonHead = Object.entries(jsonHeaders).flat();

/** Headers as a list, which Node.js writes faster than an object. */
function headOf({ status, headers, body }: WrittenAnswer): (string | number)[] {
  const members = headers === jsonHeaders ? jsonHead : Object.entries(headers).flat();
  // A 204 must have no length (RFC 9110, 8.6).
  return status === 204 ? members : [...members, 'content-length', Buffer.byteLength(body)];
}

const lingerMs = 500;

/** Waits briefly: a client that is still sending when the connection closes loses the answer. */
function endWhenSent(content: string | Buffer, message: IncomingMessage, response: ServerResponse): void {
  response.write(content);
  const end = (): void => {
    realClock.clearTimeout(timer);
    response.end();
  };
  const timer = realClock.setTimeout(end, lingerMs);
  finished(message, end);
}
