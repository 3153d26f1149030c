import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Deployment, defineDeployment } from 'crosscheck';

/** What a route answers: a status and a JSON text. */
export type CustomAnswer = readonly [status: number, body: string];

/** A service with the two built-in endpoints, which know nothing, and custom ones. */
export interface CustomEndpointsService {
  readonly deployment: Deployment;
  /** What custom endpoints were asked, in order: `GET /beta/x?limit=1`, and the body. */
  readonly asked: { readonly target: string; readonly body: string }[];
  /** Answers by path; may be changed at any time. */
  readonly routes: Map<string, (url: URL, body: string) => CustomAnswer>;
  close(): Promise<void>;
}

/** Starts it on loopback. */
export async function startCustomEndpointsService(): Promise<CustomEndpointsService> {
  const routes: CustomEndpointsService['routes'] = new Map();
  const asked: { target: string; body: string }[] = [];
  const server: Server = createServer((request, response) => {
    // Raw requests may end before their body does.
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const own = routes.get(url.pathname);
    if (own) asked.push({ target: `${request.method} ${request.url}`, body });
    const [status, text] = own?.(url, body) ?? ofInterface(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    deployment: defineDeployment({ name: 'own', simulatorUrl: url, observerUrl: url, retries: 0 }),
    asked,
    routes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ofInterface(url: URL): CustomAnswer {
  if (url.pathname.endsWith('/simulate-message')) return [200, '{"response":{"simulationStatus":true}}'];
  if (!url.pathname.endsWith('/is-message-included-in-consensus'))
    return [404, '{"error":"there is nothing at this path"}'];
  return url.searchParams.has('operationId')
    ? [404, '{"error":"operation not found"}']
    : [400, '{"error":"operationId is missing"}'];
}
