import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on loopback that changes the bodies of answers. */
export interface RewritingProxy extends AsyncDisposable {
  /** The base URL to use instead of the server's. */
  readonly url: string;
}

/** A request as it arrived. */
interface ProxiedRequest {
  readonly method: string;
  readonly body: string;
  /** Resolves when the client has gone without an answer. */
  readonly abandoned: Promise<void>;
}

/** Returns the body to send instead of an answer's with status 200. */
export type Rewrite = (request: ProxiedRequest, answer: string) => string | Promise<string>;

/** Starts a proxy before a base URL. */
export async function startRewritingProxy(baseUrl: string, rewrite: Rewrite): Promise<RewritingProxy> {
  const server = createServer(async (request, response) => {
    const abandoned = new Promise<void>((resolve) => response.once('close', resolve));
    const body = await bytesOf(request);
    const { method = 'GET', headers, url = '/' } = request;
    const upstream = send(new URL(url, baseUrl), { method, headers }, async (answer) => {
      const { statusCode = 502 } = answer;
      const bytes = await bytesOf(answer);
      const sent =
        statusCode === 200
          ? Buffer.from(await rewrite({ method, body: String(body), abandoned }, String(bytes)))
          : bytes;
      const { 'transfer-encoding': _, ...kept } = answer.headers;
      response.writeHead(statusCode, { ...kept, 'content-length': sent.length }).end(sent);
    });
    upstream.on('error', () => response.destroy());
    upstream.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
