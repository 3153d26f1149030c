import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { jsonText } from '../../contract/json-text.js';
import { realClock } from '../../internal/clock.js';
import type { Faults } from '../faults/faults.js';
import { sendSpoilt } from '../faults/send-spoilt.js';
import type { MeantAnswer, WrittenAnswer } from '../faults/service-answer.js';
import { Content } from './content.js';
import { Refusal } from './refusal.js';
import { followRoute, type Route } from './route.js';
import { serviceCallOf } from './service-call-of.js';
import { WrittenBody } from './written-body.js';

const lingerMs = 500;

/** Answers a request with what its route gives, or with `{"error": "…"}` and the status that fits. */
export async function answer(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  onFault: (error: unknown) => void,
  faults?: Faults,
): Promise<void> {
  const meant = await answerOf(routes, request, onFault);
  if (response.destroyed) return;
  if (meant.body instanceof Content) {
    meant.body.send(response);
    return;
  }
  // Faults cost nothing but this while none is set.
  const call = faults?.areSet ? serviceCallOf(routes, request) : undefined;
  if (faults === undefined || call === undefined) send(written(meant), request, response);
  else
    await sendSpoilt(faults.spoil(call, withValue(meant), written), response, (spoilt) =>
      send(spoilt, request, response),
    );
}

async function answerOf(
  routes: readonly Route[],
  request: IncomingMessage,
  onFault: (error: unknown) => void,
): Promise<MeantAnswer> {
  try {
    return { status: 200, headers: {}, body: await followRoute(routes, request) };
  } catch (error) {
    if (error instanceof Refusal)
      return { status: error.status, headers: error.headers, body: { error: error.message } };
    if (!request.socket.destroyed) onFault(error);
    return { status: 500, headers: {}, body: { error: 'internal error' } };
  }
}

function withValue(meant: MeantAnswer): MeantAnswer {
  return meant.body instanceof WrittenBody ? { ...meant, body: meant.body.value() } : meant;
}

function written({ status, headers, body }: MeantAnswer): WrittenAnswer {
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    text: body instanceof WrittenBody ? body.text : jsonText(body),
  };
}

function send(
  { status, headers, text }: WrittenAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  if (headers.connection === 'close' && !request.complete) endWhenSent(text, request, response);
  else response.end(text);
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
