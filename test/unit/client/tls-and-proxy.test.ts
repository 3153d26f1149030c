import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { Agent, ProxyAgent } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { localhostCertificate } from '../../support/localhost-certificate.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, rejectionOf } from './calls.js';

async function portOf(server: Server & { closeAllConnections?(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}

async function startTlsServer(): Promise<string> {
  const server = createHttpsServer(localhostCertificate, (request, response) => {
    request.resume().on('end', () => response.end('{"response":{"simulationStatus":true}}'));
  });
  return `https://localhost:${await portOf(server)}`;
}

it('trusts the certificate authority that the dispatcher names', async () => {
  const dispatcher = new Agent({ connect: { ca: localhostCertificate.cert } });
  onTestFinished(() => dispatcher.destroy());
  const { response } = await clientAt(await startTlsServer(), { dispatcher }).simulate(fullRequest);
  expect(response.simulationStatus).toBe(true);
});

it('says what to do about a certificate that nobody trusts', async () => {
  const error = await rejectionOf(clientAt(await startTlsServer(), { retries: 0 }).simulate(fullRequest));
  expect(error).toMatchObject({ code: 'HTTP_NETWORK' });
  expect(error.message).toContain('give the deployment an undici Agent with the right certificate authority');
});

it('says in words alone what OpenSSL says, and keeps it as the cause', async () => {
  const client = clientAt(`https://localhost:${await portOf(createHttpServer())}`, { retries: 0 });
  const error = await rejectionOf(client.simulate(fullRequest));
  expect(error.message).toMatch(/ could not be reached: [a-z ]+ \(ERR_SSL_\w+\)\n/);
  expect(error.message).not.toMatch(/routines|error:|\.c\b/);
  expect((error.cause as Error).message).toContain('SSL routines');
});

it('sends through the proxy that the dispatcher names', async () => {
  const tunnels: unknown[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', ({ url = '' }, client) => {
    tunnels.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
  });
  const dispatcher = new ProxyAgent(`http://127.0.0.1:${await portOf(proxy)}`);
  onTestFinished(() => dispatcher.destroy());
  const service = await startRawServer(answerOf(200, '{"response":{"simulationStatus":false}}'));

  const { response } = await clientAt(service.origin, { dispatcher }).simulate(fullRequest);

  expect(response.simulationStatus).toBe(false);
  expect(tunnels).toEqual([new URL(service.origin).host]);
});
