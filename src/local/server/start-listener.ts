import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalDeploymentError } from '../../errors/deployment-error.js';
import { answer } from './answer.js';
import { answerBrokenRequests } from './answer-broken-requests.js';
import type { Route } from './route.js';

/** Where and how to listen. */
export interface ListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long a request may take until its last byte is there. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open without a request. */
  readonly keepAliveTimeoutMs: number;
  /** Is told of every fault that was answered with a bare 500. */
  readonly onFault: (error: unknown) => void;
}

/** A server of some routes. */
export interface Listener {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** Closes it with all its connections, also those that are in use. */
  stop(): Promise<void>;
}

const longestCheckMs = 1000;

/**
 * Starts an HTTP server for some routes.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_PORT_TAKEN`, or `DEPLOYMENT_CANNOT_START` for a host that is not here.
 */
export async function startListener(routes: readonly Route[], options: ListenerOptions): Promise<Listener> {
  const { host, port, requestTimeoutMs, keepAliveTimeoutMs, onFault } = options;
  const server = createServer({
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, longestCheckMs),
  });
  server.on('request', (request, response) => void answer(routes, request, response, onFault));
  answerBrokenRequests(server);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, `${host}:${port}`);
  }
  return { url: urlOf(server), stop: () => close(server) };
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
        summary: `Something else listens on ${where}; port 0 takes a free one.`,
        cause,
      })
    : new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
        summary: `Cannot listen on ${where}: ${cause.message}.`,
        cause,
      });
}
