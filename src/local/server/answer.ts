import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { jsonText } from '../../contract/json.js';
import { realClock, unixNowMs } from '../../internal/clock.js';
import type { Answer, WrittenAnswer } from '../faults/fault.js';
import type { ChangedAnswer, Faults, InterceptedCall } from '../faults/faults.js';
import { delayWhileOpen } from './connection-delay.js';
import { Content } from './content.js';
import { interceptedMessage } from './intercepted-message.js';
import { Rejection } from './rejection.js';
import { followRoute, type Route } from './route.js';
import { SerializedBody } from './serialized-body.js';
import { serviceCall } from './service-call.js';

const lingerMs = 500;

const noHeaders = {};
const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

const jsonHead = Object.entries(jsonHeaders).flat();

/** What affects an answer besides its route. */
export interface AnswerOptions {
  /** Faults for routes that have an endpoint. Default: none. */
  readonly faults?: Faults | undefined;
  /** Maximum size of the body of a request that an interceptor sees. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Checks every request before routing. Throws a {@link Rejection} for a request that is not allowed. */
  readonly guard?: ((request: IncomingMessage) => void) | undefined;
  /**
   * The time of the chain, in milliseconds of unix time. The header `Date` has it if it is ahead of real time, because the
   * chain was advanced. Default: real time.
   */
  readonly now?: (() => number) | undefined;
}

/**
 * Answers a request with the result of its route, or with `{"error": "…"}` and a matching status. A synchronous result is
 * sent synchronously, because a few promises cost as much as everything else.
 */
export function answer(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  onFault: (error: unknown) => void,
  { faults, guard, now, maxBodyBytes }: AnswerOptions = {},
): Promise<void> | void {
  const nowMs = now?.() ?? 0;
  // Clocks may differ by up to a minute.
  if (nowMs > unixNowMs() + 60_000) response.setHeader('date', new Date(nowMs).toUTCString());
  let intercepted: InterceptedCall | undefined;
  const respond = (result: Answer) => send(result, routes, request, response, faults, intercepted);
  const reject = (error: unknown) => rejectionOf(error, request, onFault);
  let body: unknown;
  try {
    guard?.(request);
    const call = faults?.areIntercepting ? serviceCall(routes, request) : undefined;
    body =
      faults && call
        ? interceptedMessage(request, call, faults, maxBodyBytes).then((message) => {
            intercepted = message.intercepted;
            return followRoute(routes, message);
          })
        : followRoute(routes, request);
  } catch (error) {
    return respond(reject(error));
  }
  if (!(body instanceof Promise)) return respond(answerOf(body));
  return body.then(answerOf, reject).then(respond);
}

function answerOf(body: unknown): Answer {
  return { status: 200, headers: noHeaders, body };
}

function rejectionOf(error: unknown, { socket }: IncomingMessage, onFault: (error: unknown) => void): Answer {
  if (error instanceof Rejection)
    return { status: error.status, headers: error.headers, body: { error: error.message } };
  if (!socket.destroyed) onFault(error);
  return { status: 500, headers: noHeaders, body: { error: 'internal error' } };
}

function send(
  result: Answer,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults | undefined,
  intercepted: InterceptedCall | undefined,
): Promise<void> | void {
  if (response.destroyed) return;
  if (result.body instanceof Content) return result.body.send(response);
  // This is the only cost of faults while none is set.
  const call = faults?.areSet ? serviceCall(routes, request) : undefined;
  if (faults === undefined || call === undefined) return sendWhole(written(result), request, response);
  return faults
    .changeAnswer(call, withValue(result), written, intercepted)
    .then((changed) => sendChanged(changed, request, response));
}

/** Sends an answer with its faults. Ends immediately if the client disconnects or the server stops. */
async function sendChanged(
  { answer: changed, delayMs, abortConnection }: ChangedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { socket } = request;
  if (delayMs > 0) await delayWhileOpen(socket, delayMs);
  if (socket.destroyed) return;
  if (abortConnection) await abortConnection(changed, response);
  else sendWhole(changed, request, response);
}

function withValue(result: Answer): Answer {
  return result.body instanceof SerializedBody ? { ...result, body: result.body.value() } : result;
}

function written({ status, headers, body }: Answer): WrittenAnswer {
  return {
    status,
    headers: headers === noHeaders ? jsonHeaders : { ...headers, ...jsonHeaders },
    body: body instanceof SerializedBody ? body.text : jsonText(body),
  };
}

function sendWhole(
  { status, headers, body: content }: WrittenAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(status, headOf(headers, content));
  if (headers.connection === 'close' && !request.complete) endWhenSent(content, request, response);
  else response.end(content);
}

/** Headers as a list, which Node.js writes faster than an object. */
function headOf(headers: WrittenAnswer['headers'], content: string | Buffer): (string | number)[] {
  const members = headers === jsonHeaders ? jsonHead : Object.entries(headers).flat();
  return [...members, 'content-length', Buffer.byteLength(content)];
}

/** Waits briefly: a client that is still sending when the connection closes loses the answer. */
function endWhenSent(content: string | Buffer, request: IncomingMessage, response: ServerResponse): void {
  response.write(content);
  const end = (): void => {
    realClock.clearTimeout(timer);
    response.end();
  };
  const timer = realClock.setTimeout(end, lingerMs);
  finished(request, end);
}
