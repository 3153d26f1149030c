import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { realClock, type Timer } from '../../internal/clock.js';
import { lastResponseOn, noteResponses } from './last-response.js';

/** Limits after which the server closes a connection. */
export interface ServerLimits {
  /** Time limit for receiving a whole request, and for a client that reads nothing of its answer. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open without a request, also before the first one. */
  readonly keepAliveTimeoutMs: number;
  /** Largest head of a request. */
  readonly maxHeaderBytes: number;
  /** Maximum number of connections. A further one replaces the connection that has been idle longest, or is closed. */
  readonly maxConnections: number;
}

const longestCheckMs = 1000;

/** Creates an HTTP server that enforces limits, even with slow clients or many of them. */
export function createLimitedServer(limits: ServerLimits): Server {
  const { requestTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes, maxConnections } = limits;
  const server = createServer({
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkMs(requestTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
    // A request without a host is rejected with a body, like any other bad request.
    requireHostHeader: false,
  });
  // The size limit is enough. With a limit of their number, Node.js would silently drop headers.
  server.maxHeadersCount = 0;
  noteResponses(server);
  const open = holdConnections(server, maxConnections);
  endIdleConnections(server, open, limits);
  return server;
}

/** Tracks the open connections, oldest first, and enforces their limit. Idle connections cannot exhaust it. */
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
 * Ends a connection whose client is inactive when it should read its answer or send its next request. Node.js would also
 * end a connection whose answer takes long.
 *
 * Node.js would set its timeout again for each request, at a twentieth of the CPU time of an answer. Here a periodic scan
 * sets it for the clients that read nothing.
 */
function endIdleConnections(
  server: Server,
  open: ReadonlySet<Socket>,
  { requestTimeoutMs, keepAliveTimeoutMs }: ServerLimits,
): void {
  server.on('connection', (socket) => socket.setTimeout(keepAliveTimeoutMs));
  server.on('timeout', (socket) => {
    // Within a request, `requestTimeout` applies.
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

/** Returns whether a connection is idle: before its first request, or after its last answer. */
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
