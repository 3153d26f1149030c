import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { controlOperations } from '../../../../src/local/control/control-operations.js';
import { sampleCallers } from '../../../../src/local/sample-callers.js';
import { exchange, postJson } from '../../../support/http-exchange.js';

const [rich, poor] = sampleCallers as [string, string];
const unknown = `0x${'00'.repeat(32)}`;

let local: LocalDeployment;
let own: string;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    callers: [{ address: rich }, { address: poor, balances: { '': '1' } }],
  });
  own = local.controlUrl;
  return () => local.stop();
});

const request = (overrides: object = {}) => ({
  shardsKey: '7',
  evmCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  tvmAssets: [{ amount: '5' }],
  tvmCaller: rich,
  ...overrides,
});
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const ask = async (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await exchange(own + path, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
};
const submit = async (): Promise<string> => (await ask('POST', '/operations', request())).body.operationId;

describe('keeps out a web page of somebody else', () => {
  const routes = () => [
    ...Object.values(controlOperations(local.deployment)).map(({ method, path }) => ({
      method,
      path: path.replace(/\{\w+\}/g, 'x'),
    })),
    { method: 'GET' as const, path: '/' },
    { method: 'GET' as const, path: '/page/page.css' },
    { method: 'GET' as const, path: '/openapi.json' },
    { method: 'GET' as const, path: '/events' },
  ];

  it.each<[string, Record<string, string>]>([
    ['whose name was rebound to this machine', { host: 'evil.example' }],
    ['whose name looks like a loopback name', { host: '127.0.0.1.evil.example' }],
    ['of another origin', { origin: 'http://evil.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of another scheme', { origin: 'https://127.0.0.1' }],
    ['without an origin of its own', { origin: 'null' }],
    ['that embeds what it may not read', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['of this machine, from another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ])('%s', async (_, headers) => {
    for (const { method, path } of routes())
      expect(await ask(method, path, undefined, headers), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(/^(the host must be|web pages may not)/) },
      });
  });

  it('but lets its own page read, and only read', async () => {
    const page = { origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect(await ask('GET', '/operations', undefined, page)).toMatchObject({ status: 200 });
    expect(await ask('POST', '/clock/freeze', undefined, page)).toMatchObject({ status: 403 });
    expect(await ask('POST', '/clock/freeze', undefined, { origin: own })).toMatchObject({ status: 403 });
    const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await exchange(`${own}/`, { headers: typed })).status).toBe(200);
    const linked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await exchange(`${own}/`, { headers: linked })).status).toBe(200);
  });

  it('and knows itself by every loopback name', async () => {
    const { port } = new URL(own);
    for (const host of [`localhost:${port}`, '[::1]', `127.0.0.1:${port}`])
      expect(await ask('GET', '/deployment', undefined, { host })).toMatchObject({ status: 200 });
  });
});

it('serves the page so that nothing foreign runs in it or around it', async () => {
  const { status, headers, text } = await exchange(`${own}/`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  const policy = `${headers['content-security-policy']}`;
  for (const directive of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
    expect(policy).toContain(directive);
  expect(policy).not.toContain('unsafe');
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=/);
});

it('speaks the names of the deployment', async () => {
  const operationId = await submit();
  await ask('POST', '/clock/advance', { ms: 2000 });
  const { body } = await ask('GET', `/operations/${operationId}`);
  expect(body).toMatchObject({ operationId, request: request(), stage: 'executedInTVM' });
  expect(body.history.map(({ stage }: { stage: string }) => stage)).toContain('collectedInEVM');
  expect(body.transactions.map(({ blockchainType }: { blockchainType: string }) => blockchainType)).toEqual([
    'TVM',
    'EVM',
    'TVM',
  ]);
  const { operations } = (await ask('GET', '/operations?stage=executedInTVM&limit=1')).body;
  expect(operations).toEqual([body]);
});

it.each<[Method, string, unknown, number, RegExp]>([
  ['POST', '/operations', {}, 400, /^shardsKey is missing; /],
  ['POST', '/operations', { tvmCaller: 'nobody' }, 400, /tvmCaller must be a source-chain address/],
  ['POST', '/operations', { betaCaller: rich }, 400, /must not have betaCaller/],
  ['POST', '/clock/advance', [], 400, /^the body must be of type object$/],
  ['POST', '/clock/advance', null, 400, /^the body must be of type object$/],
  ['POST', '/clock/advance', { ms: '1' }, 400, /^ms must be/],
  ['POST', '/clock/advance', { ms: -1 }, 400, /^ms must be a number of at least 0$/],
  ['PATCH', '/settings', { quorum: 6 }, 400, /^quorum must be a number from 1 to 5$/],
  ['PATCH', '/settings', { epoch: 6 }, 400, /^the body must not have epoch$/],
  ['POST', '/faults', { fault: 'hmtl' }, 400, /^fault must be the name of a fault; did you mean html\?/],
  ['POST', '/faults', { fault: 'html', ms: 3 }, 400, /^ms must be absent: html takes no time/],
  ['GET', '/operations?limit=1001', undefined, 400, /^limit must be a number from 1 to 1000, got "1001"$/],
  ['GET', '/operations?stage=executedInBETA', undefined, 400, /^stage must be one of start, collectedInEVM/],
  ['GET', '/operations?page=2', undefined, 400, /^unknown query parameter page$/],
  ['GET', '/operations/0x12', undefined, 400, /^operationId must be 0x and 64 hex digits, got "0x12"$/],
  ['GET', '/roots/sideways/1/tree', undefined, 400, /^leg must be one of outward, homeward/],
  ['GET', '/roots/outward/1e3/tree', undefined, 400, /^epoch must be an integer, got "1e3"$/],
  ['GET', `/operations?before=${unknown}`, undefined, 404, /^operation not found$/],
  ['GET', `/operations/${unknown}`, undefined, 404, /^operation not found$/],
  ['GET', `/operations/${unknown}/proof`, undefined, 404, /^operation not found$/],
  ['POST', `/operations/${unknown}/roll-back`, undefined, 404, /^operation not found$/],
  ['POST', `/operations/${unknown}/fail-execution`, undefined, 404, /^operation not found$/],
  ['GET', '/roots/outward/987654/tree', undefined, 404, /^tree not found$/],
  ['POST', '/snapshots/snapshot-0/restore', undefined, 404, /^snapshot not found$/],
  ['DELETE', '/faults/fault-0', undefined, 404, /^fault not found$/],
  ['GET', '/nowhere', undefined, 404, /^unknown path; here is GET \/deployment/],
  ['GET', '/page/../../package.json', undefined, 404, /^unknown path/],
  ['GET', '/page/..%2f..%2fpackage.json', undefined, 404, /^unknown path/],
  ['DELETE', '/operations', undefined, 405, /^the method must be POST or GET$/],
])('refuses %s %s %j', async (method, path, body, status, error) => {
  expect(await ask(method, path, body)).toEqual({ status, body: { error: expect.stringMatching(error) } });
});

it('refuses bodies as the other listeners do', async () => {
  expect((await postJson(`${own}/operations`, '{')).status).toBe(400);
  expect((await postJson(`${own}/operations`, '['.repeat(100))).status).toBe(400);
  expect((await postJson(`${own}/operations`, Buffer.alloc(2 ** 20 + 1, ' '))).status).toBe(413);
  expect((await ask('POST', '/operations', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await postJson(`${own}/clock/advance`, '{"__proto__":{"ms":1}}')).status).toBe(400);
});

it('refuses what cannot be done as things are, by the names of the deployment', async () => {
  const sends = request({ tvmAssets: [{ amount: '2' }], tvmCaller: poor });
  expect(await ask('POST', '/operations', sends)).toEqual({
    status: 409,
    body: { error: expect.stringContaining('tvmAssets[0].amount') },
  });
  const operationId = await submit();
  expect(await ask('POST', `/operations/${operationId}/roll-back`)).toMatchObject({ status: 409 });
  expect(await ask('POST', `/operations/${operationId}/reorganise`)).toMatchObject({ status: 409 });
  expect(await ask('GET', `/operations/${operationId}/proof`)).toMatchObject({ status: 409 });
});

it('takes no body for what needs none, and an empty one', async () => {
  const operationId = await submit();
  const failed = await ask('POST', `/operations/${operationId}/fail-execution`);
  expect(failed).toMatchObject({ status: 200, body: { operationId, stage: 'start' } });
  expect(await ask('POST', `/operations/${operationId}/fail-execution`, {})).toMatchObject({ status: 200 });
  expect(await ask('POST', '/clock/freeze')).toMatchObject({ status: 200, body: { isFrozen: true } });
  expect(await ask('POST', '/clock/resume', {})).toMatchObject({ status: 200, body: { isFrozen: false } });
});

it('streams what happens, with the names of the deployment', async () => {
  const stop = new AbortController();
  const { body } = await fetch(`${own}/events`, { signal: stop.signal });
  const events = readEvents(body as ReadableStream<Uint8Array>);
  const operationId = await submit();
  expect(await events.next()).toMatchObject({
    value: ['operation', { operationId, request: request(), stage: 'start' }],
  });
  const snapshot = await local.snapshot();
  await local.advance(250);
  const seen: unknown[] = [];
  const isIncluded = (event: unknown) => JSON.stringify(event).includes('includedInEVMConsensus');
  while (!seen.some(isIncluded)) seen.push((await events.next()).value);
  expect(seen).toContainEqual(['clock', { now: expect.any(Number), isFrozen: false }]);
  expect(seen).toContainEqual(['root', expect.objectContaining({ leg: 'outward' })]);
  await local.restore(snapshot);
  for (;;) {
    const { value } = await events.next();
    if (value?.[0] !== 'restored') continue;
    expect(value).toEqual(['restored', {}]);
    break;
  }
  stop.abort();
});

/** Reads server-sent events, each as its name and its data. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<[string, unknown], void> {
  let text = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) yield [name, JSON.parse(data)];
    }
  }
}
