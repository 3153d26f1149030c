import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jsonText, parseLosslessJson } from '../../src/contract/json.js';
import type { InclusionResponse, Simulation } from '../../src/contract/responses.js';

/** A request that passes the proxy. */
export interface PassedRequest {
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer that passes the proxy. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns what the client gets instead of an answer; undefined leaves it as it is. */
export type Tamper = (
  answer: PassedAnswer,
  request: PassedRequest,
) => PassedAnswer | undefined | Promise<PassedAnswer | undefined>;

/** A proxy on loopback that changes the answers of a server. */
export interface TamperingProxy extends AsyncDisposable {
  /** The base URL to use instead of the server's. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy before a base URL that passes each answer through a function. */
export async function startTamperingProxy(baseUrl: string, tamper: Tamper): Promise<TamperingProxy> {
  const { hostname, port, pathname } = new URL(baseUrl);
  let number = 0;
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await buffer(incoming);
      const { method = '', url: target = '', headers } = incoming;
      const asked = { number: ++number, method, target, headers, body: body.toString() };
      const upstream = send({ hostname, port, method, path: target, headers }).end(body);
      const [received] = (await once(upstream, 'response')) as [IncomingMessage];
      const answer = {
        status: received.statusCode ?? 0,
        headers: headersOf(received),
        body: (await buffer(received)).toString(),
      };
      const changed = (await tamper(answer, asked)) ?? answer;
      const length = { 'content-length': `${Buffer.byteLength(changed.body)}` };
      outgoing.writeHead(changed.status, { ...changed.headers, ...length }).end(changed.body);
    } catch {
      outgoing.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: pathname === '/' ? origin : origin + pathname, stop, [Symbol.asyncDispose]: stop };
}

/** Changes simulations. */
export function tamperSimulation(
  change: (simulation: Simulation, request: PassedRequest) => Simulation,
): Tamper {
  return tamperResponse('POST', change);
}

/** Changes records of operations. */
export function tamperRecord(
  change: (record: InclusionRecord, request: PassedRequest) => InclusionRecord,
): Tamper {
  return tamperResponse('GET', change);
}

/** A record as it is on the wire. */
export type InclusionRecord = InclusionResponse['response'];

/** Changes the member `response` of answers with status 200. Integers stay exact. */
function tamperResponse<T>(method: string, change: (response: T, request: PassedRequest) => T): Tamper {
  return (answer, request) => {
    if (answer.status !== 200 || request.method !== method) return undefined;
    const { response } = parseLosslessJson(answer.body) as { readonly response: T };
    return { ...answer, body: jsonText({ response: change(response, request) }) };
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
