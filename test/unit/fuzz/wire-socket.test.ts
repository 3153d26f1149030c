import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Clock, type Deployment, type DeploymentOptions, defineDeployment } from 'crosscheck';
import type { WireCaseRequest, WirePart } from 'crosscheck/fuzz';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CaseRunner } from '../../../src/fuzz/runner/case-runner.js';
import { createHandClock } from '../../support/hand-clock.js';
import { localhostCertificate } from '../../support/localhost-certificate.js';
import { answerOf } from '../../support/raw-server.js';
import { realClock } from '../../support/real-clock.js';

/** A server that keeps what it was sent, and treats each connection as it likes. */
interface Listening {
  readonly url: string;
  readonly received: () => string;
}

async function listen(treat: (socket: Socket) => void, answersAtEnd = false): Promise<Listening> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: answersAtEnd }, (socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        received += bytes.toString('latin1');
      });
    treat(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received };
}

function deploymentAt(url: string, options: Partial<DeploymentOptions> = {}): Deployment {
  const base = { simulatorUrl: `${url}/base`, observerUrl: `${url}/base` };
  return defineDeployment({ ...base, attemptTimeoutMs: 5_000, ...options });
}

/** Sends bytes as a case of a campaign does. Returns what was observed, and the exchange. */
async function send(
  deployment: Deployment,
  wire: WirePart | readonly WirePart[],
  { clock = realClock, signal }: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
) {
  const expect = { kind: 'no-server-error', reason: 'a test' } as const;
  const request: WireCaseRequest = { endpoint: 'simulate', wire: [wire].flat(), expect };
  const limits = { slowThresholdMs: 5_000 };
  const runner = new CaseRunner(deployment, { checks: [], limits, endpoints: [], clock });
  const plan = { phase: 'wire', kind: 'test', steps: [{ requests: [request] }] } as const;
  const { observed, exchanges } = await runner.run(plan, signal).finally(() => runner.close());
  const [{ answer, failure } = {}] = observed.observations;
  return { answer, failure, exchange: exchanges[0] as (typeof exchanges)[number] };
}

const answering =
  (answer: string | Buffer) =>
  (socket: Socket): void =>
    void socket.once('data', () => socket.write(answer));

it('fills in what the deployment has, and reads the answer', async () => {
  const answer = answerOf(201, '{"ok":"é"}', { 'set-cookie': 'a=1\r\nset-cookie: b=2' });
  const { url, received } = await listen(answering(answer));
  const headers = async () => ({ authorization: 'Bearer letmein', 'content-type': 'x/y' });

  const call = await send(deploymentAt(url, { headers }), {
    bytes: 'POST {path}?{path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n',
  });

  const path = '/base/alpha/simulator/simulate-message';
  const [line, host, accept, agent, authorization, trace, ...end] = received().split('\r\n');
  expect([line, host]).toEqual([`POST ${path}?${path} HTTP/1.1`, `Host: ${new URL(url).host}`]);
  expect([accept, agent, authorization]).toEqual([
    'accept: application/json',
    'user-agent: crosscheck',
    'authorization: Bearer letmein',
  ]);
  expect(trace).toMatch(/^traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(end).toEqual(['', '']);
  expect(call.answer).toMatchObject({
    status: 201,
    headers: { 'set-cookie': 'a=1,b=2' },
    text: '{"ok":"é"}',
  });
});

it('names the host that the deployment names', async () => {
  const { url, received } = await listen(answering(answerOf(200, '')));
  const headers = { host: 'service.example' };
  await send(deploymentAt(url, { headers, traceparent: false }), { bytes: '{host} {headers}' });
  expect(received()).toBe('service.example accept: application/json\r\nuser-agent: crosscheck\r\n');
});

it('records what was written without the secrets, cut after the secrets were masked', async () => {
  const { url } = await listen(answering(answerOf(200, '{"you":"sent letmein"}')));
  const authorization = `Bearer ${'letmein'.repeat(100)}`;
  const bytes = `GET {path} HTTP/1.1\r\nX: ${'a'.repeat(65_200)}\r\n{headers}\r\n`;

  const { exchange } = await send(deploymentAt(url, { headers: { authorization } }), { bytes });

  expect(exchange.request).toMatchObject({ method: 'GET', headers: { authorization: '[redacted]' } });
  expect(exchange.request.body).toContain('authorization: [redacted]');
  expect(JSON.stringify(exchange)).not.toContain('letmeinletmein');
  expect(exchange.response?.status).toBe(200);
});

it('writes bytes as they are, as often as requested, and ends its half of the connection', async () => {
  const { url, received } = await listen(
    (socket) => socket.on('end', () => socket.end(answerOf(200, '{}'))),
    true,
  );
  const base64 = Buffer.from([0xff, 0x00, 0x7b]).toString('base64');
  const call = await send(deploymentAt(url), [
    { bytes: { base64 } },
    { bytes: '{', times: 3 },
    { bytes: 'é', end: true },
  ]);
  expect(call.answer?.status).toBe(200);
  expect(received()).toBe(`\u00ff\0{{{{${Buffer.from('é').toString('latin1')}`);
});

it('pauses before a part, and stops when the answer has come', async () => {
  const clock = createHandClock();
  const { url, received } = await listen((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.includes('b')) socket.write(answerOf(400, '{}'));
    });
  });
  const sent = send(
    deploymentAt(url),
    [{ bytes: 'a' }, { bytes: 'b', pauseMs: 30 }, { bytes: 'c', pauseMs: 30 }],
    { clock },
  );
  await vi.waitFor(() => expect(received()).toBe('a'));
  clock.move(29);
  await new Promise(setImmediate);
  expect(received()).toBe('a');
  clock.move(1);
  expect((await sent).answer?.status).toBe(400);
  expect(clock.timers).toBe(0);
  expect(received()).toBe('ab');
});

it('reads the final answer after 100 Continue, and no body after HEAD', async () => {
  const leave = `HTTP/1.1 100 Continue\r\n\r\n${answerOf(200, '{}')}`;
  const going = await listen(answering(leave));
  expect((await send(deploymentAt(going.url), { bytes: 'POST' })).answer?.status).toBe(200);

  const headed = await listen(answering('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'));
  const { answer } = await send(deploymentAt(headed.url), { bytes: 'HEAD / HTTP/1.1\r\n\r\n' });
  expect(answer).toMatchObject({ status: 200, text: '' });
});

it.each<[string, (socket: Socket) => void, number | undefined]>([
  ['closes at once', (socket) => socket.end(), undefined],
  ['resets the connection', (socket) => socket.once('data', () => socket.resetAndDestroy()), undefined],
  ['answers what is no HTTP', answering('hello\r\n\r\n'), undefined],
  [
    'breaks off',
    (socket) => socket.once('data', () => socket.end(answerOf(200, 'abc', { 'content-length': '5' }))),
    200,
  ],
])('says that the connection was closed by a server that %s', async (_, treat, status) => {
  const { url } = await listen(treat);
  const { answer, failure, exchange } = await send(deploymentAt(url), { bytes: 'GET / HTTP/1.1\r\n\r\n' });
  expect(failure?.kind).toBe('closed');
  expect(answer).toBe(undefined);
  expect(exchange.response?.status).toBe(status);
  expect(exchange.attempts[0]?.failure).toEqual(expect.any(String));
});

it('reads an answer that came before its connection was reset', async () => {
  const { url } = await listen((socket) =>
    socket.once('data', () => socket.write(answerOf(413, '{}'), () => socket.resetAndDestroy())),
  );
  const { answer } = await send(deploymentAt(url), { bytes: 'GET / HTTP/1.1\r\n\r\n' });
  expect(answer?.status).toBe(413);
});

it('ends with an answer that is too large, or does not come in time, or is not waited for', async () => {
  const large = await listen(answering(answerOf(200, 'a'.repeat(101))));
  const limited = deploymentAt(large.url, { maxResponseBytes: 100 });
  expect((await send(limited, { bytes: 'GET' })).failure?.kind).toBe('too-large');

  const clock = createHandClock();
  const silent = await listen(() => {});
  const late = send(deploymentAt(silent.url), { bytes: 'GET' }, { clock });
  await vi.waitFor(() => expect(silent.received()).toBe('GET'));
  clock.move(5000);
  expect((await late).failure?.kind).toBe('timeout');

  // Also while the headers of the deployment are awaited.
  const early = new AbortController();
  const headers = (): Record<string, string> => {
    early.abort(new Error('enough'));
    return {};
  };
  const unsent = send(deploymentAt(silent.url, { headers }), { bytes: 'GET' }, { signal: early.signal });
  await expect(unsent).rejects.toThrow('enough');

  const stop = new AbortController();
  const stopped = send(deploymentAt(silent.url), { bytes: 'PUT' }, { signal: stop.signal });
  await vi.waitFor(() => expect(silent.received()).toBe('GETPUT'));
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
});

it('reports that there was no connection', async () => {
  const { failure } = await send(deploymentAt('http://127.0.0.1:1'), { bytes: 'GET' });
  expect(failure).toEqual({ kind: 'network', message: 'connection refused (ECONNREFUSED)' });
});

it('speaks TLS with trusted servers', async () => {
  const server = createTlsServer(localhostCertificate, (_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const deployment = deploymentAt(`https://localhost:${(server.address() as AddressInfo).port}`);
  const bytes = 'GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n';

  const { failure } = await send(deployment, { bytes });
  expect(failure).toMatchObject({
    kind: 'network',
    message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
  });

  // Node.js takes authorities of one's own only from its start on, and warns of the variable that trusts everyone.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    warning.mockRestore();
  });
  expect((await send(deployment, { bytes })).answer?.status).toBe(200);
});
