import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import type { AttemptLimits, AttemptOutcome } from '../../client/transport.js';
import type { Clock } from '../../internal/clock.js';
import { onAbort, sleep } from '../../internal/waiting.js';
import { AnswerReader } from './answer-reader.js';
import { ReadOnlySocket } from './read-only-socket.js';

/** A piece of data for a socket. */
export interface SocketPart {
  readonly bytes: Buffer;
  readonly pauseMs?: number | undefined;
  readonly times?: number | undefined;
  readonly end?: boolean | undefined;
}

/** Bytes for a server. */
interface ByteRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The method of the request: the answer to a HEAD has no body. */
  readonly method: string;
  readonly parts: readonly SocketPart[];
}

/** Writes bytes to a server over a new connection and reads the first answer. Never rejects. */
export function exchangeBytes(
  { origin, method, parts }: ByteRequest,
  { timeoutMs, maxBytes, clock, signal }: AttemptLimits,
): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const reader = new AnswerReader(maxBytes, (outcome) => {
      clock.clearTimeout(timer);
      unwatch();
      done.abort();
      socket.destroy();
      resolve(outcome);
    });
    const stop = (): void => reader.stop('aborted', signal?.reason);
    const timer = clock.setTimeout(() => reader.stop('timeout', undefined), timeoutMs);
    const unwatch = onAbort(signal, stop);
    let isConnected = false;
    const socket = connectTo(new URL(origin), () => {
      isConnected = true;
      reader.read(method, new ReadOnlySocket(socket));
      // The reader of the answer handles a broken connection.
      write(parts, socket, clock, done.signal).catch(() => {});
    });
    socket.on('error', (error) => {
      if (!isConnected) reader.stop('network', error);
    });
    if (signal?.aborted) stop();
  });
}

function connectTo({ protocol, hostname, port }: URL, onConnect: () => void): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connectPlain({ host, port: Number(port || 80) }, onConnect);
  const servername = isIP(host) === 0 ? host : undefined;
  return connectTls(
    { host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...(servername && { servername }) },
    onConnect,
  );
}

async function write(
  parts: readonly SocketPart[],
  socket: Socket,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { bytes, times = 1, pauseMs = 0 } of parts) {
      if (pauseMs > 0) await sleep(pauseMs, clock, signal);
      for (let time = 0; time < times; time++) yield bytes;
    }
  }
  await pipeline(pieces, socket, { end: parts.some(({ end }) => end === true), signal });
}
