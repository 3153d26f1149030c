import type { Socket } from 'node:net';
import { onAbort, realClock, wakeAfter } from './clock.js';

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
