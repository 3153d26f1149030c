import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalDeploymentError } from '../../errors.js';
import { afterThisTurn } from '../../internal/clock.js';
import { type AnswerOptions, answer } from './answer.js';
import { createLimitedServer, type ServerLimits } from './create-limited-server.js';
import { answerMalformedRequests } from './malformed-requests.js';
import type { Route } from './route.js';

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
 * Starts an HTTP server for some routes.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_PORT_TAKEN`, or `DEPLOYMENT_CANNOT_START` for a host of another machine.
 */
export async function startListener(routes: readonly Route[], options: ListenerOptions): Promise<Listener> {
  const { host, port, answersInTurn = false } = options;
  const server = createLimitedServer(options);
  const onFault = tellerTo(options.onFault);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const giveUp = (error: unknown): void => {
      onFault(error);
      response.destroy();
    };
    if (answersInTurn && response.socket === null) {
      response.once('socket', () => afterThisTurn(() => serve(request, response)));
      return;
    }
    try {
      answer(routes, request, response, onFault, options)?.catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  };
  server.on('request', serve);
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  answerMalformedRequests(server);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, `${host}:${port}`);
  }
  return { url: urlOf(server), stop: () => close(server) };
}

/** Reports an error. Errors of the callback itself do not affect the request. */
function tellerTo(onFault: ListenerOptions['onFault']): (error: unknown) => void {
  return (error) => {
    Promise.resolve()
      .then(() => onFault(error))
      .catch(() => {});
  };
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
