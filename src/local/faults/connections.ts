import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterThisTurn, onAbort, realClock, wakeAfter } from '../../internal/clock.js';
import type { AbortConnection, WrittenAnswer } from './fault.js';

/** If headers and a reset arrive together, some systems give the client only the headers, others only the reset. */
const beforeResetMs = 20;

/** An answer that is sent whole. */
export const wholeAnswer: Pick<AbortConnection, 'sentOf'> = { sentOf: (answer) => partOf(answer, 1) };

/** Resets the TCP connection instead of answering. */
export const resetConnection: AbortConnection = {
  sentOf: () => undefined,
  async send(_, response) {
    await earlierAnswersSent(response);
    reset(response);
  },
};

/** Sends the headers, then resets the TCP connection. */
export const resetAfterHeaders: AbortConnection = {
  sentOf: (answer) => partOf(answer, 0),
  async send(answer, response) {
    await sendStart(response, answer, '');
    await delayWhileOpen(response.req.socket, beforeResetMs);
    // If a timer is late, a client in this process reads in the same turn of the event loop, after the timer.
    afterThisTurn(() => reset(response));
  },
};

/** Sends half of the body that its content-length announces, then closes the connection. */
export const truncateBody: AbortConnection = {
  sentOf: (answer) => partOf(answer, 0.5),
  async send(answer, response) {
    const [half] = halvesOf(answer);
    await sendStart(response, answer, half);
    // Sends what was written before, and does not wait for the client.
    response.req.socket.destroySoon();
  },
};

/** Sends the headers and half of the body, and the rest after some milliseconds; `Infinity` never. */
export function stallBody(ms: number): AbortConnection {
  return {
    sentOf: (answer) => partOf(answer, Number.isFinite(ms) ? 1 : 0.5),
    async send(answer, response) {
      const [half, rest] = halvesOf(answer);
      await sendStart(response, answer, half);
      await delayWhileOpen(response.req.socket, ms);
      response.end(rest);
    },
  };
}

/** Returns a share of an answer, with the length that its headers announce. */
function partOf({ status, headers, body }: WrittenAnswer, share: number): object {
  const bytes = Buffer.from(body);
  return { status, headers, length: bytes.length, sent: bytes.subarray(0, Math.floor(bytes.length * share)) };
}

function halvesOf({ body }: WrittenAnswer): readonly [half: Buffer, rest: Buffer] {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

/** Sends the headers of the whole answer with some bytes of its body. Resolves when they have been sent. */
function sendStart(response: ServerResponse, answer: WrittenAnswer, bytes: Buffer | string): Promise<void> {
  const { status, headers, body } = answer;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => resolve());
  });
}

/** Waits until the earlier answers on the connection have arrived. */
async function earlierAnswersSent(response: ServerResponse): Promise<void> {
  if (response.socket) return;
  await once(response, 'socket');
  await delayWhileOpen(response.req.socket, beforeResetMs);
}

/** Sends a RST, where `destroy` would send a FIN. */
function reset(response: ServerResponse): void {
  response.req.socket.resetAndDestroy();
}

const closings = new WeakMap<Socket, AbortSignal>();

/** Waits some milliseconds, `Infinity` for ever, or until the connection is closed. */
export function delayWhileOpen(socket: Socket, ms: number): Promise<void> {
  const closing = closingOf(socket);
  return new Promise((resolve) => {
    if (ms !== Number.POSITIVE_INFINITY) wakeAfter(ms, realClock, closing, resolve);
    else if (closing.aborted) resolve();
    else onAbort(closing, resolve);
  });
}

/** One listener a connection, however many requests a client sends over it without waiting for their answers. */
function closingOf(socket: Socket): AbortSignal {
  const known = closings.get(socket);
  if (known) return known;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once('close', () => closing.abort());
  closings.set(socket, closing.signal);
  return closing.signal;
}
