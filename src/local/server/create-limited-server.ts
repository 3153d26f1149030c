import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { realClock, type Timer } from '../../internal/clock.js';
import { lastResponseOn, noteResponses } from './last-response.js';

/** What a client may ask of a server before it is cut off. */
export interface ServerLimits {
  /** How long a request may take until its last byte is there, and a client may take nothing of what is sent to it. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open without a request, before the first one as well. */
  readonly keepAliveTimeoutMs: number;
  /** Largest head of a request. */
  readonly maxHeaderBytes: number;
  /** How many connections it holds. One more takes the place of the one that has been idle longest, or is closed. */
  readonly maxConnections: number;
}

const longestCheckMs = 1000;

/** Creates an HTTP server that keeps to limits, however slow its clients are and however many. */
export function createLimitedServer(limits: ServerLimits): Server {
  const { requestTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes, maxConnections } = limits;
  const server = createServer({
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkMs(requestTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
    // What comes without a host is rejected like any other bad request, with a body.
    requireHostHeader: false,
  });
  // Their size limits them; headers above a number would be dropped without a word.
  server.maxHeadersCount = 0;
  noteResponses(server);
  const open = holdConnections(server, maxConnections);
  endIdleConnections(server, open, limits);
  return server;
}

/** Keeps track of the open connections, oldest first, and of their limit. Connections without a request cannot use it up. */
function holdConnections(server: Server, maxConnections: number): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    if (open.size >= maxConnections) {
      const idle = [...open].find(isIdle);
      if (idle === undefined) {
        socket.destroy();
        return;
      }
      open.delete(idle);
      idle.destroy();
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Ends a connection on which nothing moves when something is due from the client: to take what was sent to it, or to
 * send its next request. Node.js would end it when the answer is what takes long, too.
 *
 * A time-out for all of a server's connections is set anew with each request, at a twentieth of an answer's CPU time;
 * here it is set for those that take nothing, which are looked for now and then.
 */
function endIdleConnections(
  server: Server,
  open: ReadonlySet<Socket>,
  { requestTimeoutMs, keepAliveTimeoutMs }: ServerLimits,
): void {
  server.on('connection', (socket) => socket.setTimeout(keepAliveTimeoutMs));
  server.on('timeout', (socket) => {
    // Within a request, `requestTimeout` counts.
    if (isIdle(socket) || takesNothing(socket)) socket.destroy();
  });
  let timer: Timer;
  const check = (): void => {
    for (const socket of open)
      if (!socket.timeout && takesNothing(socket)) socket.setTimeout(requestTimeoutMs);
    timer = realClock.setTimeout(check, checkMs(requestTimeoutMs));
  };
  server.once('listening', check);
  server.once('close', () => realClock.clearTimeout(timer));
}

/** Tells whether a connection has no request: none yet, or none after the last answer. */
function isIdle(socket: Socket): boolean {
  const last = lastResponseOn(socket);
  return last === undefined ? socket.bytesRead === 0 : last.writableFinished;
}

function takesNothing(socket: Socket): boolean {
  return socket.writableLength > 0;
}

function checkMs(timeoutMs: number): number {
  return Math.min(timeoutMs, longestCheckMs);
}
