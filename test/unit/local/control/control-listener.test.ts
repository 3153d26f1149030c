import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, postJson, rawExchange, requestHead } from '../../../support/http-exchange.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

const [rich, poor] = sourceAccounts;
const unknown = `0x${'00'.repeat(32)}`;

let local: LocalDeployment;
let own: string;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    accounts: [{ address: rich }, { address: poor, balances: { '': '1' } }],
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

describe('rejects a cross-origin web page', () => {
  let routes: { method: Method; path: string }[];
  beforeAll(async () => {
    const { paths } = JSON.parse((await exchange(`${own}/openapi.json`)).text) as {
      paths: Record<string, object>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase() as Method,
        path: path.replace(/\{\w+\}/g, 'x'),
      })),
    );
    expect(documented.length).toBeGreaterThan(15);
    routes = [
      ...documented,
      { method: 'GET', path: '/' },
      { method: 'GET', path: '/page/page.css' },
      { method: 'GET', path: '/openapi.json' },
      { method: 'GET', path: '/events' },
      // What is not there: a list of what is would be read, too.
      { method: 'GET', path: '/nowhere' },
      { method: 'DELETE', path: '/operations' },
    ];
  });

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
    for (const { method, path } of routes)
      expect(await ask(method, path, undefined, headers), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(/^(the host must be|other web pages must not)/) },
      });
  });

  it('but lets its own page read and control', async () => {
    const page = { origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect(await ask('GET', '/operations', undefined, page)).toMatchObject({ status: 200 });
    expect(await ask('POST', '/clock/freeze', undefined, page)).toMatchObject({ status: 200 });
    const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await exchange(`${own}/`, { headers: typed })).status).toBe(200);
    const posted = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await ask('POST', '/clock/freeze', undefined, posted)).toMatchObject({ status: 403 });
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
  expect((await ask('GET', '/operations?stage=executedInTVM&limit=1')).body).toEqual({
    operations: [body],
    isComplete: true,
  });
});

it.each<[Method, string, unknown, number, RegExp]>([
  ['POST', '/operations', {}, 400, /^shardsKey is missing; /],
  ['POST', '/operations', { tvmCaller: 'nobody' }, 400, /tvmCaller must be a source-chain address/],
  ['POST', '/operations', { betaCaller: rich }, 400, /must not have betaCaller/],
  ['POST', '/clock/advance', [], 400, /^the body must be an object, got \[\]$/],
  ['POST', '/clock/advance', null, 400, /^the body must be an object, got null$/],
  ['POST', '/clock/advance', { ms: '1' }, 400, /^ms must be/],
  ['POST', '/clock/advance', { ms: -1 }, 400, /^ms must be a number from 0 to 8640000000000000, got -1$/],
  [
    'POST',
    '/clock/advance',
    { ms: 8.64e15 },
    409,
    /^The time cannot advance by 8640000000000000 ms: the latest possible date is/,
  ],
  ['PATCH', '/settings', { quorum: 6 }, 400, /^quorum must be an integer from 1 to 5, got 6$/],
  ['PATCH', '/settings', { epoch: 6 }, 400, /^epoch is not an option; did you mean epochMs\?$/],
  ['POST', '/faults', { fault: 'hmtl' }, 400, /^fault must be the name of a fault; did you mean html\?/],
  ['POST', '/faults', [], 400, /^the body must be an object, got \[\]$/],
  ['POST', '/faults', null, 400, /^the body must be an object, got null$/],
  ['POST', '/faults', { k0: 1 }, 400, /^fault is missing; k0 is not an option; the options are fault, /],
  ['POST', '/faults', { fault: 'html', ms: 3 }, 400, /^ms must be absent: html has no duration/],
  ['GET', '/operations?limit=-1', undefined, 400, /^limit must be an integer from 1 to 1000, got -1$/],
  ['GET', '/operations?limit=1001', undefined, 400, /^limit must be an integer from 1 to 1000, got 1001$/],
  ['GET', '/operations?stage=executedInBETA', undefined, 400, /^stage must be one of start, collectedInEVM/],
  ['GET', '/operations?page=2', undefined, 400, /^unknown query parameter page$/],
  ['GET', '/operations/0x12', undefined, 400, /^operationId must be 0x and 64 hex digits, got "0x12"$/],
  ['GET', '/roots/sideways/1/tree', undefined, 400, /^direction must be one of outbound, inbound/],
  ['GET', '/roots/outbound/1e3/tree', undefined, 400, /^epoch must be an integer of at least 0, got "1e3"$/],
  ['GET', `/operations?before=${unknown}`, undefined, 404, /^There is no operation 0x0{64}$/],
  ['GET', `/operations/${unknown}`, undefined, 404, /^There is no operation 0x0{64}$/],
  ['GET', `/operations/${unknown}/proof`, undefined, 404, /^There is no operation 0x0{64}$/],
  ['POST', `/operations/${unknown}/roll-back`, undefined, 404, /^There is no operation 0x0{64}$/],
  ['POST', `/operations/${unknown}/fail-execution`, undefined, 404, /^There is no operation 0x0{64}$/],
  ['GET', '/roots/outbound/987654/tree', undefined, 404, /^There is no tree of outbound epoch 987654$/],
  [
    'POST',
    '/snapshots/snapshot-0/restore',
    undefined,
    404,
    /^There is no snapshot snapshot-0; the newest 100 are kept$/,
  ],
  ['DELETE', '/faults/fault-0', undefined, 404, /^There is no fault fault-0; it may already be cleared$/],
  ['GET', '/nowhere', undefined, 404, /^unknown path; expected GET \/deployment/],
  ['GET', '/page/../../package.json', undefined, 404, /^unknown path/],
  ['GET', '/page/..%2f..%2fpackage.json', undefined, 404, /^unknown path/],
  ['DELETE', '/operations', undefined, 405, /^the method must be POST or GET$/],
])('rejects %s %s %j', async (method, path, body, status, error) => {
  expect(await ask(method, path, body)).toEqual({ status, body: { error: expect.stringMatching(error) } });
});

it('answers requests that arrive together on one connection in their order', async () => {
  const { host } = new URL(own);
  const written = (path: string, body = ''): string =>
    requestHead(
      `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      `host: ${host}`,
      ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
    ) + body;
  const bytes = [
    written('/clock/advance', '{"ms":400}'),
    written('/clock'),
    written('/nowhere'),
    requestHead('GET /settings HTTP/1.1', `host: ${host}`, 'connection: close'),
  ];
  const { now } = await local.clock();
  const answers = (await rawExchange(own, bytes.join(''))).split('HTTP/1.1 ').slice(1);
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '404', '200']);
  expect(answers[0]).toContain(`{"now":${now + 400},`);
  // Asked for while the time went on, it would not have been there yet.
  expect(answers[1]).toContain(`{"now":${now + 400},`);
  expect(answers[3]).toContain('"epochMs"');
});

it('rejects a number that is too large for JSON, and names the maximum', async () => {
  const { status, text } = await postJson(`${own}/clock/advance`, '{"ms":1e400}');
  expect({ status, text }).toEqual({
    status: 400,
    text: '{"error":"ms must be a number from 0 to 8640000000000000, got Infinity"}',
  });
});

it('rejects bodies as the other listeners do', async () => {
  expect((await postJson(`${own}/operations`, '{')).status).toBe(400);
  expect((await postJson(`${own}/operations`, '['.repeat(100))).status).toBe(400);
  expect((await postJson(`${own}/operations`, Buffer.alloc(2 ** 20 + 1, ' '))).status).toBe(413);
  expect((await ask('POST', '/operations', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await postJson(`${own}/clock/advance`, '{"__proto__":{"ms":1}}')).status).toBe(400);
});

it.each<[string, () => unknown]>([
  ['a long name of a fault', () => ({ fault: 'a'.repeat(900_000) })],
  ['a long list', () => Array(300_000).fill(1)],
  [
    'many unknown members',
    () => Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1])),
  ],
  ['a long name of a member', () => ({ fault: 'delay', ['a'.repeat(900_000)]: 1 })],
])('rejects a fault with %s at once and in few words', async (_, rule) => {
  const { status, body } = await ask('POST', '/faults', rule());
  expect(status).toBe(400);
  expect(body.error.length).toBeLessThan(3000);
});

it('rejects impossible calls with the names of the deployment', async () => {
  const sends = request({ tvmAssets: [{ amount: '2' }], tvmCaller: poor });
  expect(await ask('POST', '/operations', sends)).toEqual({
    status: 409,
    body: { error: expect.stringContaining('tvmAssets[0].amount') },
  });
  expect(await ask('POST', '/clock/resume')).toMatchObject({ status: 409 });
  const operationId = await submit();
  expect(await ask('POST', `/operations/${operationId}/roll-back`)).toMatchObject({ status: 409 });
  expect(await ask('POST', `/operations/${operationId}/reorganise`)).toMatchObject({ status: 409 });
  expect(await ask('GET', `/operations/${operationId}/proof`)).toMatchObject({ status: 409 });
});

it('accepts no body or an empty one if none is needed', async () => {
  const operationId = await submit();
  const failed = await ask('POST', `/operations/${operationId}/fail-execution`);
  expect(failed).toMatchObject({ status: 200, body: { operationId, stage: 'start' } });
  expect(await ask('POST', `/operations/${operationId}/fail-execution`, {})).toMatchObject({ status: 200 });
  expect(await ask('POST', '/clock/freeze')).toMatchObject({ status: 200, body: { isFrozen: true } });
  expect(await ask('POST', '/clock/freeze', {})).toMatchObject({ status: 200, body: { isFrozen: true } });
  for (const path of ['/clock/freeze', '/snapshots', `/operations/${operationId}/roll-back`])
    expect(await ask('POST', path, { ms: 5 })).toEqual({
      status: 400,
      body: { error: 'the body must be empty, got {"ms":5}' },
    });
  expect(await ask('DELETE', '/faults', { faultId: 'fault-1' })).toMatchObject({ status: 400 });
});

it('streams events with the names of the deployment', async () => {
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
  expect(seen).toContainEqual(['clock', { now: expect.any(Number), isFrozen: true }]);
  expect(seen).toContainEqual(['root', expect.objectContaining({ direction: 'outbound' })]);
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
