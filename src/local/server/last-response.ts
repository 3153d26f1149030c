import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const lastResponses = new WeakMap<Duplex, ServerResponse>();

/** Notes the responses of a server, for {@link lastResponseOn}. */
export function noteResponses(server: Server): void {
  server.on('request', ({ socket }, response) => lastResponses.set(socket, response));
}

/** The response to the last request that came on a connection, whether or not it is sent; undefined before the first. */
export function lastResponseOn(connection: Duplex): ServerResponse | undefined {
  return lastResponses.get(connection);
}
