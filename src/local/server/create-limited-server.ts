import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may ask of a server before it is cut off. */
export interface ServerLimits {
  /** How long a request may take until its last byte is there, and a client may take nothing of what is sent to it. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open without a request. */
  readonly keepAliveTimeoutMs: number;
  /** Largest head of a request. */
  readonly maxHeaderBytes: number;
  /** How many connections it holds; more are closed at once. */
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
    connectionsCheckingInterval: Math.min(requestTimeoutMs, longestCheckMs),
    maxHeaderSize: maxHeaderBytes,
    // What comes without a host is refused like any other bad request, with a body.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  // Their size limits them; headers above a number would be dropped without a word.
  server.maxHeadersCount = 0;
  endIdleConnections(server, requestTimeoutMs);
  return server;
}

/**
 * Ends a connection on which nothing moves when something is due from the client: to take what was sent to it, or to
 * send its next request. Node.js would end it when the answer is what takes long, too.
 */
function endIdleConnections(server: Server, timeoutMs: number): void {
  const lastResponse = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => lastResponse.set(socket, response));
  server.setTimeout(timeoutMs, (socket) => {
    const last = lastResponse.get(socket);
    // Before its first request, `headersTimeout` counts.
    if (last !== undefined && (last.writableFinished || socket.writableLength > 0)) socket.destroy();
  });
}
