import {
  connectLocalDeployment,
  type LocalDeployment,
  type LocalDeploymentOptions,
  startLocalDeployment,
} from 'crosscheck/local';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { exchange, postJson, rawExchange, requestHead } from '../../../support/http-exchange.js';

let shared: LocalDeployment;
beforeAll(async () => {
  shared = await startLocalDeployment({ clock: 'manual' });
  return () => shared.stop();
});
beforeEach(async () => {
  await shared.clearFaults();
  await shared.clearRequests();
});

/** Starts a deployment with these options. */
async function start(options: LocalDeploymentOptions = {}) {
  const local = await startLocalDeployment({ clock: 'manual', ...options });
  onTestFinished(() => local.stop());
  return asked(local);
}

/** Returns a deployment with the URLs of its endpoints, and a request. */
function asked(local: LocalDeployment) {
  const url = `${local.simulatorUrl}/alpha/simulator/simulate-message`;
  const observer = `${local.observerUrl}/beta/observer/is-message-included-in-consensus`;
  const request = JSON.stringify({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce },
    betaAssets: [],
    betaCaller: local.accounts[0],
  });
  return { local, url, observer, request };
}

it('keeps requests that the deployment rejects, and those to no endpoint', async () => {
  const { local, url, observer } = asked(shared);
  await postJson(url, '{"shardsKey":"7"}');
  await postJson(url, 'no JSON');
  await exchange(url, { method: 'GET' });
  await exchange(`${local.observerUrl}/nowhere?a=b`);
  await exchange(`${observer}?operationId=1`);
  const { requests } = await local.requests();
  expect(
    requests.map(({ endpoint, method, request, answer }) => [endpoint, method, request, answer?.status]),
  ).toEqual([
    ['simulate', 'POST', { shardsKey: '7' }, 400],
    ['simulate', 'POST', undefined, 400],
    ['simulate', 'GET', undefined, 405],
    [undefined, 'GET', undefined, 404],
    ['inclusion', 'GET', undefined, 400],
  ]);
  expect(requests.map(({ body }) => body)).toEqual([
    '{"shardsKey":"7"}',
    'no JSON',
    undefined,
    undefined,
    undefined,
  ]);
  expect(requests[3]?.path).toBe('/nowhere?a=b');
  expect(requests[4]?.operationId).toBe('1');
});

it('keeps the request as the client sent it and the answer as it was sent, with an interceptor', async () => {
  const { local, url, request } = asked(shared);
  await local.intercept({
    request: { patch: { shardsKey: '8' } },
    answer: { status: 418, body: 'short and stout' },
  });
  await postJson(url, request);
  const { requests } = await local.requests();
  expect(requests).toMatchObject([
    { body: request, request: { shardsKey: '7' }, answer: { status: 418, body: 'short and stout' } },
  ]);
});

it.each([
  ['to HEAD', 'HEAD', { status: 405 }, 405],
  ['with status 204', 'POST', { status: 204, json: { a: 1 } }, 204],
  ['with status 304', 'POST', { status: 304 }, 304],
] as const)('keeps no body of an answer %s, which is sent without one', async (_, method, answer, status) => {
  const { local, url, request } = asked(shared);
  await local.intercept({ answer });
  const headers = { 'content-type': 'application/json' };
  const sent = await exchange(url, { method, headers, body: method === 'POST' ? request : null });
  expect(sent).toMatchObject({ status, text: '' });
  expect((await local.requests()).requests).toMatchObject([{ answer: { status, body: '' } }]);
});

it('has no answer of a request before it is sent, nor if its connection is reset', async () => {
  const { local, url, request } = asked(shared);
  const stalled = await local.setFault({ fault: 'delay', ms: 60_000 });
  const waiting = exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request,
    signal: AbortSignal.timeout(500),
  });
  await expect(waiting).rejects.toThrow();
  await stalled.clear();
  await local.intercept({ times: 1, answer: { abort: true } });
  await expect(postJson(url, request)).rejects.toThrow();
  await postJson(url, request);
  const { requests } = await local.requests();
  expect(requests.map(({ body, answer }) => [body, answer?.status])).toEqual([
    [request, undefined],
    [request, undefined],
    [request, 200],
  ]);
});

it('shows no credentials', async () => {
  const { local, url } = asked(shared);
  const secret = 'hunter2-s3cret';
  const headers = { authorization: `Bearer ${secret}`, 'x-key': 'abc', 'content-type': 'application/json' };
  const other = 'another-s3cret';
  await exchange(`${url}?token=${other}`, { method: 'POST', headers, body: `{"note":"${secret}"}` });
  const { requests } = await (await connectLocalDeployment(local.controlUrl)).requests();
  expect(requests).toMatchObject([{ headers: { authorization: '[redacted]', 'x-key': '[redacted]' } }]);
  expect(JSON.stringify(requests)).not.toContain('s3cret');
});

it('shows a body whose texts occur in headers that hold no credentials', async () => {
  const { local, url, request } = asked(shared);
  const shardsKey = '1763712000042';
  const body = request.replace('"7"', `"${shardsKey}"`);
  const headers = {
    'content-type': 'application/json',
    'x-shards-key': shardsKey,
    'idempotency-key': shardsKey,
    'x-caller': local.accounts[0],
  };
  await exchange(url, { method: 'POST', headers, body });
  const { requests } = await local.requests();
  expect(requests).toMatchObject([
    { body, request: { shardsKey, betaCaller: local.accounts[0] }, headers: { 'x-caller': '[redacted]' } },
  ]);
});

it('drops the oldest requests, and counts them', async () => {
  const { local, url } = await start({ maxKeptRequests: 2 });
  for (const shardsKey of ['1', '2', '3']) await postJson(url, JSON.stringify({ shardsKey }));
  const connected = await connectLocalDeployment(local.controlUrl);
  for (const control of [local, connected]) {
    const { requests, dropped } = await control.requests();
    expect(requests.map(({ request }) => request?.shardsKey)).toEqual(['2', '3']);
    expect(dropped).toBe(1);
  }
  await local.clearRequests();
  expect(await connected.requests()).toEqual({ requests: [], dropped: 0 });
});

it('keeps none with maxKeptRequests 0', async () => {
  const { local, url, request } = await start({ maxKeptRequests: 0 });
  expect((await postJson(url, request)).status).toBe(200);
  expect(await local.requests()).toEqual({ requests: [], dropped: 1 });
});

it('is not changed by snapshots', async () => {
  const { local, url, request } = asked(shared);
  const snapshot = await local.snapshot();
  await postJson(url, request);
  await local.restore(snapshot);
  expect((await local.requests()).requests).toHaveLength(1);
});

it('lists requests that do not fit into one answer of the control listener', async () => {
  const { local, url } = asked(shared);
  const body = (index: number): string =>
    JSON.stringify({ shardsKey: `${index}`, extraData: '0'.repeat(900_000) });
  for (let index = 0; index < 6; index++) await postJson(url, body(index));
  const connected = await connectLocalDeployment(local.controlUrl);
  const { requests } = await connected.requests();
  expect(requests.map(({ request }) => request?.shardsKey)).toEqual(['0', '1', '2', '3', '4', '5']);
  const page = JSON.parse((await exchange(`${local.controlUrl}/requests`)).text);
  expect([page.requests.length, page.isComplete]).toEqual([4, false]);
});

it('joins headers that occur several times', async () => {
  const { local, url } = asked(shared);
  const { pathname } = new URL(url);
  const head = requestHead(
    `GET ${pathname} HTTP/1.1`,
    'host: x',
    'accept: a',
    'Accept: b',
    'connection: close',
  );
  await rawExchange(url, head);
  expect((await local.requests()).requests).toMatchObject([{ headers: { accept: 'a, b' } }]);
});

it('limits the size of what it keeps, and ignores late answers to what it dropped', async () => {
  const { local, url, observer } = await start();
  // Of 64 MiB, one answer takes more than half. Those of the observer wait until they are released.
  const body = 'x'.repeat(33 * 2 ** 20);
  const waiting: (() => void)[] = [];
  await local.intercept(async ({ endpoint }) => {
    if (endpoint === 'inclusion') await new Promise<void>((resolve) => waiting.push(resolve));
    return { body };
  });
  const listed = async () => {
    const { requests, dropped } = await local.requests();
    return { numbers: requests.map(({ number }) => number), dropped };
  };
  /** Asks for an answer, and does not read it. */
  const ask = async (endpoint: string): Promise<void> => (await fetch(endpoint)).body?.cancel();
  const late = ask(observer);
  await expect.poll(() => waiting).toHaveLength(1);
  await ask(url);
  await ask(url);
  expect(await listed()).toEqual({ numbers: [3], dropped: 2 });
  waiting[0]?.();
  await late;
  expect(await listed()).toEqual({ numbers: [3], dropped: 2 });

  const later = ask(observer);
  await expect.poll(() => waiting).toHaveLength(2);
  await local.clearRequests();
  waiting[1]?.();
  await later;
  await ask(url);
  expect(await listed()).toEqual({ numbers: [5], dropped: 0 });
});
