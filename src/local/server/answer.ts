import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { stringify } from 'lossless-json';
import { realClock } from '../../internal/clock.js';
import { Refusal } from './refusal.js';
import { followRoute, type Route } from './route.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Integers may be bigints; they are written exactly. */
  readonly body: unknown;
}

const lingerMs = 500;

/** Answers a request with what its route gives, or with `{"error": "…"}` and the status that fits. */
export async function answer(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { status, headers, body } = await answerOf(routes, request, onFault);
  if (response.destroyed) return;
  const text = stringify(body) ?? '';
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  if (headers.connection === 'close' && !request.complete) endWhenSent(text, request, response);
  else response.end(text);
}

async function answerOf(
  routes: readonly Route[],
  request: IncomingMessage,
  onFault: (error: unknown) => void,
): Promise<Answer> {
  try {
    return { status: 200, headers: {}, body: await followRoute(routes, request) };
  } catch (error) {
    if (error instanceof Refusal)
      return { status: error.status, headers: error.headers, body: { error: error.message } };
    if (!request.socket.destroyed) onFault(error);
    return { status: 500, headers: {}, body: { error: 'internal error' } };
  }
}

/** A connection that is closed while the client still sends takes the answer away from it: wait a little. */
function endWhenSent(text: string, request: IncomingMessage, response: ServerResponse): void {
  response.write(text);
  const end = (): void => {
    realClock.clearTimeout(timer);
    response.end();
  };
  const timer = realClock.setTimeout(end, lingerMs);
  finished(request, end);
}
