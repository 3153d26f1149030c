import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LocalDeploymentError } from '../../errors.js';
import { afterThisTurn, realClock, type Timer } from '../../internal/clock.js';
import { type AnswerOptions, answer } from './http-answer.js';
import type { Route } from './router.js';

/** Limits after which the server closes a connection. */
interface ServerLimits {
  /** Time limit for receiving a whole request, and for a client that reads nothing of its answer. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open without a request, also before the first one. */
  readonly keepAliveTimeoutMs: number;
  /** Largest head of a request. */
  readonly maxHeaderBytes: number;
  /** Maximum number of connections. A further one replaces the connection that has been idle longest, or is closed. */
  readonly maxConnections: number;
}

/** Where and how to listen. */
export interface ListenerOptions extends ServerLimits, AnswerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Called with every error that was answered with a bare 500. */
  readonly onFault: (error: unknown) => unknown;
  /**
   * Whether a request waits until earlier requests of its connection are answered. This limits the answers in memory when a
   * client sends many requests at once. Default: false.
   */
  readonly answersInTurn?: boolean | undefined;
}

/** A server of some routes. */
export interface Listener {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** Closes the server and all its connections, including those in use. */
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server for some routes. It enforces its limits, even with slow clients or many of them.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_PORT_TAKEN`, or `DEPLOYMENT_CANNOT_START` for a host of another machine.
 */
export async function startListener(routes: readonly Route[], options: ListenerOptions): Promise<Listener> {
  const { host, port, maxConnections } = options;
  const server = createLimitedServer(options);
  const lastResponses: LastResponses = new WeakMap();
  server.on('request', ({ socket }, response) => lastResponses.set(socket, response));
  const open = holdConnections(server, maxConnections, lastResponses);
  endIdleConnections(server, open, lastResponses, options);
  answerRequests(server, routes, options);
  answerMalformedRequests(server, lastResponses);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, `${host}:${port}`);
  }
  return { url: urlOf(server), stop: () => close(server) };
}

/** The response to the last request of each connection, whether or not it is sent. */
type LastResponses = WeakMap<Duplex, ServerResponse>;

function createLimitedServer({ requestTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes }: ServerLimits): Server {
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
  return server;
}

function answerRequests(server: Server, routes: readonly Route[], options: ListenerOptions): void {
  const { answersInTurn = false } = options;
  const onFault = safely(options.onFault);
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    const abort = (error: unknown): void => {
      onFault(error);
      response.destroy();
    };
    if (answersInTurn && response.socket === null) {
      response.once('socket', () => afterThisTurn(() => serve(message, response)));
      return;
    }
    try {
      answer(routes, message, response, onFault, options)?.catch(abort);
    } catch (error) {
      abort(error);
    }
  };
  server.on('request', serve);
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
}

/** Returns a callback whose own errors do not affect the request. */
function safely(onFault: ListenerOptions['onFault']): (error: unknown) => void {
  return (error) => {
    Promise.resolve()
      .then(() => onFault(error))
      .catch(() => {});
  };
}

const malformed: Readonly<Record<string, readonly [status: number, error: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
};

/** Answers a malformed or incomplete HTTP request with `{"error": "…"}` too, and closes its connection. */
function answerMalformedRequests(server: Server, lastResponses: LastResponses): void {
  server.on('connect', (_, socket) => {
    // Node.js has released the socket and no longer handles its errors.
    socket.on('error', () => socket.destroy());
    endWith(socket, 501, 'this is not a proxy');
  });
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const last = lastResponses.get(socket);
    // An answer that is already being sent, or was sent before the end of its request, must be the only one.
    const isAnswered = last?.headersSent === true && !(last.writableFinished && last.req.complete);
    if (!socket.writable || isAnswered || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, error] = malformed[code] ?? [400, 'the request is not HTTP'];
    endWith(socket, status, error);
  });
}

function endWith(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Tracks the open connections, oldest first, and enforces their limit. Idle connections cannot exhaust it. */
function holdConnections(
  server: Server,
  maxConnections: number,
  lastResponses: LastResponses,
): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    if (open.size >= maxConnections) {
      const idle = [...open].find((other) => isIdle(other, lastResponses));
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
  lastResponses: LastResponses,
  { requestTimeoutMs, keepAliveTimeoutMs }: ServerLimits,
): void {
  server.on('connection', (socket) => socket.setTimeout(keepAliveTimeoutMs));
  server.on('timeout', (socket) => {
    // Within a request, `requestTimeout` applies.
    if (isIdle(socket, lastResponses) || readsNothing(socket)) socket.destroy();
  });
  let timer: Timer;
  const check = (): void => {
    for (const socket of open)
      if (!socket.timeout && readsNothing(socket)) socket.setTimeout(requestTimeoutMs);
    timer = realClock.setTimeout(check, checkMs(requestTimeoutMs));
  };
  server.once('listening', check);
  server.once('close', () => realClock.clearTimeout(timer));
}

/** Returns whether a connection is idle: before its first request, or after its last answer. */
function isIdle(socket: Socket, lastResponses: LastResponses): boolean {
  const last = lastResponses.get(socket);
  return last === undefined ? socket.bytesRead === 0 : last.writableFinished;
}

function readsNothing(socket: Socket): boolean {
  return socket.writableLength > 0;
}

const maxCheckMs = 1000;

function checkMs(timeoutMs: number): number {
  return Math.min(timeoutMs, maxCheckMs);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function cannotListen(cause: NodeJS.ErrnoException, where: string): LocalDeploymentError {
  return cause.code === 'EADDRINUSE'
    ? new LocalDeploymentError('DEPLOYMENT_PORT_TAKEN', {
        summary: `Something else listens on ${where}; port 0 selects a free port.`,
        cause,
      })
    : new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
        summary: `Cannot listen on ${where}: ${cause.message}.`,
        cause,
      });
}
