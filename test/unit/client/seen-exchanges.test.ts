import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createClient,
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  type Exchange,
  type HttpError,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { replayCase, runCampaign } from 'crosscheck/fuzz';
import { runSmoke } from 'crosscheck/smoke';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fullRequest, operationId, rejectionOf } from './calls.js';

const token = 'Bearer s3cret-hunter2';

/** A service that keeps the requests that it gets, and what its deployment's `onExchange` is given. */
async function startService(options: Partial<DeploymentOptions> = {}) {
  const requests: string[] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    requests.push(`${method} ${url}`);
    request.resume().once('end', () => {
      const [status, body] = answerTo(method, url, failures.shift());
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(method === 'HEAD' ? undefined : body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exchanges: Exchange[] = [];
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: url,
    observerUrl: url,
    headers: { authorization: token },
    retries: { limit: 2, minIntervalMs: 0 },
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  const seen = (): string[] =>
    exchanges.map(({ request }) => `${request.method} ${request.url.slice(url.length)}`);
  return { url, deployment, requests, failures, exchanges, seen };
}

function answerTo(method: string | undefined, url: string, failure: number | undefined): [number, string] {
  if (failure !== undefined) return [failure, `{"error":"pool exhausted for ${token}"}`];
  if (method === 'POST' && url === '/alpha/simulator/simulate-message')
    return [200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}'];
  const stage =
    url.includes(operationId) && '{"response":{"stage":"includedInBETAConsensus","success":true}}';
  return stage ? [200, stage] : [url.includes('?') ? 404 : 400, '{"error":"operation not found"}'];
}

describe('onExchange', () => {
  it.each<[string, (deployment: Deployment) => Promise<unknown>]>([
    ['a simulation', (deployment) => createClient(deployment).simulate(fullRequest)],
    ['a query', (deployment) => createClient(deployment).inclusion(operationId)],
    ['a wait', (deployment) => waitForInclusion(createClient(deployment), operationId)],
    [
      'a wait that checks the route',
      (deployment) =>
        rejectionOf(waitForInclusion(createClient(deployment), `0x${'ab'.repeat(32)}`, { timeoutMs: 50 })),
    ],
    ['a smoke run', (deployment) => runSmoke({ deployment, ratePerSecond: 1_000 })],
    [
      'a campaign',
      (deployment) => runCampaign({ deployment, cases: 5, phases: ['valid', 'invalid'], corpus: false }),
    ],
  ])('is given every request of %s', async (_, use) => {
    const { deployment, requests, seen } = await startService();
    await use(deployment);
    expect(requests.length).toBeGreaterThan(0);
    expect(seen().sort()).toEqual(requests.sort());
  });

  it('is given each attempt of a call, with its outcome and without secrets', async () => {
    const { deployment, failures, exchanges } = await startService();
    failures.push(503);
    await createClient(deployment).simulate(fullRequest);
    expect(exchanges).toMatchObject([
      {
        request: { method: 'POST', headers: { authorization: '[redacted]' } },
        response: { status: 503, body: '{"error":"pool exhausted for [redacted]"}' },
        attempts: [{ status: 503, reason: 'status 503: pool exhausted for [redacted]' }],
      },
      { response: { status: 200 }, attempts: [{ status: 200 }] },
    ]);
  });

  it('is given requests that a campaign writes on a socket', async () => {
    const { deployment, exchanges } = await startService();
    const bytes = 'POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: 0\r\n\r\n';
    const expected = { kind: 'no-server-error', reason: 'a test' } as const;
    const requests = [{ endpoint: 'simulate', wire: [{ bytes }], expect: expected }] as const;
    await replayCase({ deployment, plan: { phase: 'wire', kind: 'test', steps: [{ requests }] }, runs: 1 });
    const ofSocket = exchanges.filter(({ request }) => request.body?.endsWith('content-length: 0\r\n\r\n'));
    expect(ofSocket).toHaveLength(1);
  });

  it.each<[string, (deployment: Deployment) => Promise<unknown>]>([
    ['call', (deployment) => createClient(deployment).simulate(fullRequest)],
    ['wait', (deployment) => waitForInclusion(createClient(deployment), operationId)],
  ])('ends the %s with what it throws', async (_, use) => {
    const failure = new Error('the log is full');
    const { deployment } = await startService({
      onExchange: () => {
        throw failure;
      },
    });
    expect(await rejectionOf(use(deployment))).toBe(failure);
  });

  it('must not be asynchronous', async () => {
    const { deployment } = await startService({ onExchange: async () => {} });
    const error = await rejectionOf(createClient(deployment).simulate(fullRequest));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toBe(
      'The option onExchange of a deployment must not be asynchronous: it returned a promise',
    );
  });
});

describe('the exchange of one request', () => {
  it('masks the secrets in its failure', async () => {
    const dispatcher = {
      dispatch: (_: unknown, handler: { onResponseError?: (controller: never, error: Error) => void }) => {
        handler.onResponseError?.(undefined as never, new Error(`proxy rejected ${token}`));
        return true;
      },
    };
    const { deployment } = await startService({ dispatcher: dispatcher as never, retries: 0 });
    const error = await rejectionOf<HttpError>(createClient(deployment).inclusion(operationId));
    expect(error.exchange.attempts).toMatchObject([
      { failure: 'proxy rejected [redacted]', reason: 'proxy rejected [redacted]' },
    ]);
  });
});

describe('CROSSCHECK_DEBUG', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  const printedBy = async (value: string, use: (deployment: Deployment, url: string) => Promise<unknown>) => {
    vi.stubEnv('CROSSCHECK_DEBUG', value);
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { deployment, failures, url } = await startService({ name: 'debugged', onExchange: undefined });
    failures.push(503);
    await use(deployment, url);
    return (
      write.mock.calls
        .map(([text]) => String(text))
        // The last poll of a test that ran before in this worker may still end.
        .filter((text) => !/^crosscheck \S+ staging /.test(text))
        .join('')
        .replaceAll(url, 'http://127.0.0.1:PORT')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        .replace(/ in \d+ ms trace [\da-f]{32}/g, ' in N ms trace TRACE')
    );
  };

  it('prints one line for each request, without secrets', async () => {
    const printed = await printedBy('1', async (deployment) => {
      await createClient(deployment).simulate(fullRequest);
      await rejectionOf(createClient(deployment).inclusion(`0x${'ab'.repeat(32)}`));
      const closed = {
        ...deployment,
        observerUrl: 'http://127.0.0.1:1',
        retries: { ...deployment.retries, limit: 0 },
      };
      await rejectionOf(createClient(closed).inclusion(operationId));
    });
    expect(printed).toMatchInlineSnapshot(`
      "crosscheck TIME debugged POST http://127.0.0.1:PORT/alpha/simulator/simulate-message 503: pool exhausted for [redacted] in N ms trace TRACE
      crosscheck TIME debugged POST http://127.0.0.1:PORT/alpha/simulator/simulate-message 200 in N ms trace TRACE
      crosscheck TIME debugged GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0xabababababababababababababababababababababababababababababababab 404: operation not found in N ms trace TRACE
      crosscheck TIME debugged GET http://127.0.0.1:1/beta/observer/is-message-included-in-consensus?operationId=0x7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c connection refused (ECONNREFUSED) in N ms trace TRACE
      "
    `);
  });

  it.each(['', ' ', '0', 'false', 'no', 'OFF'])('prints nothing when it is %j', async (value) => {
    expect(await printedBy(value, (deployment) => createClient(deployment).simulate(fullRequest))).toBe('');
  });
});
