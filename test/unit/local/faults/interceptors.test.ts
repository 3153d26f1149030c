import { inclusionPath, jsonText } from 'crosscheck/contract';
import type { AnswerChange, AnswerInterceptor, FaultRule, Interceptor } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { exchange } from '../../../support/http-exchange.js';
import { issueLines } from '../../../support/issue-lines.js';
import { sourceAccounts } from '../../../support/source-accounts.js';
import { rejectionOf } from '../../client/calls.js';
import {
  operationId,
  request,
  type ServedWithFaults,
  serveWithFaults,
  simulation,
} from './serve-with-faults.js';

const body = JSON.stringify(request);
const put: Interceptor = { times: 2, request: { method: 'PUT' } };
const query = `?operationId=${operationId}`;
const chains = { alpha: 'alpha', beta: 'beta' };

/** Serves with interceptors until the end of the test. */
async function intercepted(...interceptors: (Interceptor | AnswerInterceptor)[]): Promise<ServedWithFaults> {
  const served = await serveWithFaults([]);
  for (const interceptor of interceptors) served.faults.intercept(interceptor);
  return served;
}

const triggersOf = ({ faults }: ServedWithFaults): number[] =>
  faults.list().map(({ triggered }) => triggered);

it('changes status, headers and body of an answer', async () => {
  const { post } = await intercepted({
    endpoint: 'simulate',
    answer: {
      status: 418,
      headers: { 'X-Cache': 'HIT', 'x-content-type-options': null },
      json: { error: 2n ** 64n },
    },
  });
  const { status, headers, text } = await post(body);
  expect([status, text]).toEqual([418, '{"error":18446744073709551616}']);
  expect(headers).toMatchObject({ 'x-cache': 'HIT', 'content-type': 'application/json; charset=utf-8' });
  expect(headers).not.toHaveProperty('x-content-type-options');
});

it('patches the JSON of answers of status 200, with exact integers, and no others', async () => {
  const served = await intercepted({
    answer: {
      patch: {
        response: { estimatedGas: 2n ** 63n, feeParams: null, debugInfo: { from: 'x' }, outMessages: [] },
      },
    },
  });
  const { feeParams, ...others } = simulation;
  const debugInfo = { ...simulation.debugInfo, from: 'x' };
  const response = { ...others, debugInfo, estimatedGas: 2n ** 63n, outMessages: [] };
  const { text } = await served.post(body);
  expect(text).toBe(jsonText({ response: { ...response, debugInfo } }));
  expect((await served.post('{}')).text).toMatch(/^{"error":"shardsKey is missing/);
  expect(triggersOf(served)).toEqual([1]);
});

it('replaces a body by text that is not JSON', async () => {
  const { ask } = await intercepted({ answer: { body: '{"response":' } });
  expect(await ask(query)).toMatchObject({ status: 200, text: '{"response":' });
});

it('takes a copy of the answer that is changed', async () => {
  const { ask } = await intercepted(({ answer, operationId: id }) =>
    id === operationId
      ? { ...answer, json: { response: null } }
      : { ...answer, headers: { ...answer.headers, age: '1' }, body: '{}' },
  );
  expect(await ask(query)).toMatchObject({ status: 200, text: '{"response":null}' });
  expect(await ask('?operationId=7')).toMatchObject({ status: 400, text: '{}', headers: { age: '1' } });
});

it('resets the connection, or delays the answer', async () => {
  const { client, faults } = await intercepted({ answer: { abort: true } });
  await expect(client({ retries: 0 }).inclusion(operationId)).rejects.toMatchObject({ code: 'HTTP_NETWORK' });
  const once = client({ retries: 0, attemptTimeoutMs: 200 });
  faults.clear();
  faults.intercept({ answer: { delayMs: 60_000 } });
  await expect(once.inclusion(operationId)).rejects.toMatchObject({ code: 'HTTP_TIMEOUT' });
  expect(faults.list()).toMatchObject([{ triggered: 1 }]);
});

it('passes requests and answers to a function, as they are on the wire', async () => {
  const seen: unknown[] = [];
  const { post, ask } = await intercepted(async ({ answer, request: sent, ...call }) => {
    await Promise.resolve();
    seen.push([call, sent.method, sent.url, sent.body, sent.json, sent.headers.accept, answer.status]);
    return { json: { ...(answer.json as object), seen: seen.length } };
  });
  const answers = [
    await post(body),
    await ask(`${query.toUpperCase().replace('?OPERATIONID', '?operationId')}`),
  ];
  const json = JSON.parse(body);
  expect(seen).toEqual([
    [{ endpoint: 'simulate' }, 'POST', '/alpha/simulator/simulate-message', body, json, undefined, 200],
    [
      { endpoint: 'inclusion', operationId: operationId.toUpperCase() },
      'GET',
      expect.stringContaining('?operationId=0X12AB'),
      '',
      undefined,
      undefined,
      400,
    ],
  ]);
  expect(answers.map(({ text }) => JSON.parse(text).seen)).toEqual([1, 2]);
});

it('changes a request before it is read: its headers, its body and its query', async () => {
  const served = await intercepted(
    { request: { headers: { 'content-type': 'application/json' }, patch: { extraData: '0xab' } } },
    {
      endpoint: 'inclusion',
      request: ({ request: { url } }) => ({
        url: url.replace('operationId=7', `operationId=${operationId}`),
      }),
    },
  );
  expect((await served.post(body, { 'content-type': 'text/plain' })).status).toBe(200);
  expect(served.simulated).toMatchObject([{ extraData: '0xab' }]);
  expect(JSON.parse((await served.ask('?operationId=7')).text).response.stage).toBe('collectedInALPHA');
  expect(triggersOf(served)).toEqual([2, 1]);
});

it.each<[string, Interceptor]>([
  ['a request', { name: 'slow', request: () => new Promise(() => {}) }],
  ['an answer', { name: 'slow', answer: () => new Promise(() => {}) }],
])(
  'answers with an error after hookTimeoutMs if its function of %s does not settle',
  async (_, interceptor) => {
    const { post, faults } = await serveWithFaults([], { hookTimeoutMs: 20 });
    faults.intercept(interceptor);
    expect(await post(body)).toMatchObject({
      status: 500,
      text: '{"error":"The interceptor slow failed: its promise did not settle within 20 ms (hookTimeoutMs)"}',
    });
  },
);

it('takes a copy of the request that is changed', async () => {
  const served = await intercepted(
    {
      endpoint: 'simulate',
      request: ({ request: sent }) => ({ ...sent, json: { ...request, extraData: '0x01' } }),
    },
    { endpoint: 'inclusion', request: ({ request: sent }) => ({ ...sent, method: 'POST' }) },
  );
  expect((await served.post(body)).status).toBe(200);
  expect(served.simulated).toMatchObject([{ extraData: '0x01' }]);
  expect(await served.ask(query)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
});

it('reads what it changed like any other request', async () => {
  const served = await intercepted({ endpoint: 'simulate', request: { json: { shardsKey: '01' } } });
  expect(await served.post(body)).toMatchObject({
    status: 400,
    text: expect.stringMatching(/^{"error":"shardsKey must/),
  });
  expect(await served.post(' '.repeat(2 ** 20 + 1))).toMatchObject({ status: 413 });
});

it('changes requests with an unknown path too, whose endpoint is undefined', async () => {
  const endpoints: unknown[] = [];
  const served = await intercepted(
    ({ endpoint }) => {
      endpoints.push(endpoint);
      return undefined;
    },
    { endpoint: 'simulate', answer: { status: 418 } },
    { answer: { headers: { via: 'a gateway' } } },
    { request: ({ request: { url } }) => ({ url: url.replace('/status', inclusionPath(chains) + query) }) },
  );
  const unknown = await exchange(`${served.listener.url}/elsewhere`);
  expect(unknown).toMatchObject({ status: 404, headers: { via: 'a gateway' } });
  expect(await exchange(`${served.listener.url}/status`)).toMatchObject({ status: 200 });
  expect((await served.ask(query)).status).toBe(200);
  expect(endpoints).toEqual([undefined, undefined, 'inclusion']);
  expect(triggersOf(served)).toEqual([0, 0, 3, 1]);
});

it('has no fault for a request with an unknown path', async () => {
  const served = await serveWithFaults([{ fault: 'html' }]);
  expect((await exchange(`${served.listener.url}/elsewhere`)).status).toBe(404);
});

it('changes the names of a deployment', async () => {
  const { faults, post, simulated } = await serveWithFaults([], { chains: { alpha: 'evm', beta: 'tvm' } });
  faults.intercept({ request: { patch: { tvmCaller: sourceAccounts[1] } } });
  const { alphaCallParams, betaAssets, betaCaller, ...others } = request;
  const sent = { ...others, evmCallParams: alphaCallParams, tvmAssets: betaAssets, tvmCaller: betaCaller };
  expect((await post(JSON.stringify(sent))).status).toBe(200);
  expect(simulated).toMatchObject([{ caller: sourceAccounts[1] }]);
});

it('applies all interceptors in order, and after the faults', async () => {
  const served = await intercepted(
    ({ answer }) => ({ json: { ...(answer.json as object), first: answer.status } }),
    ({ answer }) => ({ json: { ...(answer.json as object), second: answer.status } }),
  );
  await served.set({ fault: 'internal-server-error' });
  expect(JSON.parse((await served.post(body)).text)).toEqual({
    error: 'internal error',
    first: 500,
    second: 500,
  });
  expect(triggersOf(served)).toEqual([1, 1, 1]);
});

it('counts only what changes, and ends after the given number of requests', async () => {
  const served = await intercepted(
    { answer: () => undefined },
    { answer: { status: 200 } },
    { times: 2, request: { headers: { 'x-trace': '1' } }, answer: { headers: { 'x-trace': '1' } } },
    { operationId: `0x${operationId.slice(2).toUpperCase()}`, answer: { headers: { age: '1' } } },
    { endpoint: 'inclusion', answer: { headers: { age: '2' } } },
  );
  for (let count = 0; count < 3; count++) expect((await served.post(body)).headers.age).toBeUndefined();
  expect((await served.ask(query)).headers.age).toBe('2');
  expect(triggersOf(served)).toEqual([0, 0, 2, 1, 1]);
});

it.each([1, 2])('changes the request and the answer of the first %d requests', async (times) => {
  const served = await intercepted({
    times,
    request: { patch: { shardsKey: '2' } },
    answer: { status: 418 },
  });
  const answers = [await served.post(body), await served.post(body), await served.post(body)];
  const first = answers.map((_, index) => index < times);
  expect(answers.map(({ status }) => status === 418)).toEqual(first);
  expect(served.simulated.map(({ shardsKey }) => shardsKey === 2n)).toEqual(first);
  expect(triggersOf(served)).toEqual([times]);
});

/** Returns a function that returns a change after all requests have arrived. */
function later<Change>(change: Change): () => Promise<Change> {
  let arrived = 0;
  let release = (): void => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  return async () => {
    if (++arrived === 8) release();
    await all;
    return change;
  };
}

it.each<[string, Interceptor[], number[]]>([
  ['answers', [{ times: 2, answer: later({ status: 418 }) }], [2]],
  ['requests', [{ times: 2, request: later({ method: 'PUT' }) }], [2]],
  ['requests after those of another function', [{ request: later(undefined) }, put], [0, 2]],
])('of concurrent requests, changes only as many %s as it may', async (_, interceptors, triggers) => {
  const served = await intercepted(...interceptors);
  const answers = await Promise.all(Array.from({ length: 8 }, () => served.post(body)));
  expect(answers.filter(({ status }) => status !== 200)).toHaveLength(2);
  expect(triggersOf(served)).toEqual(triggers);
});

it('takes nothing that its function returns or throws after it was cleared', async () => {
  const served = await serveWithFaults([]);
  const clearThen = (change: object) => async () => {
    served.faults.clear();
    if (change instanceof Error) throw change;
    return change;
  };
  served.faults.intercept({ request: clearThen(new Error('late')) });
  expect((await served.post(body)).status).toBe(200);
  served.faults.intercept({ answer: clearThen(new Error('late')) });
  expect((await served.post(body)).status).toBe(200);
  served.faults.intercept({ request: clearThen({ method: 'PUT' }) });
  expect((await served.post(body)).status).toBe(200);
  served.faults.intercept({ answer: clearThen({ status: 418 }) });
  expect((await served.post(body)).status).toBe(200);
});

it('gives a function copies, which it may change without an effect on others', async () => {
  const served = await intercepted({
    times: 1,
    request({ request: sent }) {
      (sent.headers as Record<string, string>)['content-type'] = 'text/plain';
      return undefined;
    },
    answer({ answer, request: sent }) {
      Object.assign(answer.headers, { 'x-changed': '1' });
      Object.assign(sent, { body: '' });
      return answer;
    },
  });
  const changed = await served.post(body);
  expect(changed).toMatchObject({ status: 200, headers: { 'x-changed': '1' } });
  for (const answer of [
    await served.post(body),
    await served.post('{}'),
    await exchange(served.listener.url),
  ])
    expect(answer.headers).not.toHaveProperty('x-changed');
});

it('gives a function one copy of the answer, however often it reads it', async () => {
  const served = await intercepted((call) => {
    Object.assign(call.answer.headers, { 'x-changed': '1' });
    return call.answer;
  });
  expect((await served.post(body)).headers).toMatchObject({ 'x-changed': '1' });
});

it('keeps a copy of its data', async () => {
  const match = { betaAssets: [] as object[] };
  const json = { error: 'overloaded', big: 2n ** 64n };
  const served = await intercepted({ match, answer: { status: 503, headers: { age: '1' }, json } });
  match.betaAssets.push({ amount: '1' });
  json.error = 'changed';
  expect(await served.post(body)).toMatchObject({
    status: 503,
    headers: { age: '1' },
    text: '{"error":"overloaded","big":18446744073709551616}',
  });
});

it('applies with the given probability, from the seed', async () => {
  const statuses = async (seed: number): Promise<number[]> => {
    const { faults, ask } = await serveWithFaults([], { seed });
    faults.intercept({ probability: 0.5, answer: { status: 503 } });
    const answered = [];
    for (let count = 0; count < 40; count++) answered.push((await ask(query)).status);
    return answered;
  };
  const first = await statuses(3);
  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(await statuses(3)).toEqual(first);
});

it.each<[string, Interceptor | AnswerInterceptor, string]>([
  [
    'throws',
    {
      name: 'broken',
      request() {
        throw new Error('on purpose');
      },
    },
    'The interceptor broken failed: on purpose',
  ],
  [
    'rejects',
    async () => {
      throw new Error('on purpose');
    },
    'An interceptor failed: on purpose',
  ],
  [
    'returns no change',
    { answer: () => ({ state: 200 }) as never },
    'An interceptor failed: The interceptor returned an invalid change: change.state is not an option; did you mean status?',
  ],
  ['throws what has no text', () => Promise.reject(Object.create(null)), 'An interceptor failed: {}'],
  ['throws a text', () => Promise.reject('on purpose'), 'An interceptor failed: on purpose'],
  [
    'returns a header that it cannot send',
    { answer: () => ({ headers: { Trailer: 'x' } }) },
    'An interceptor failed: The interceptor returned an invalid change: change.headers must not have content-length, transfer-encoding, trailer: the deployment sends its bodies with their length, got {"Trailer":"x"}',
  ],
  [
    'returns no JSON',
    { answer: () => ({ json: () => 1 }) },
    'An interceptor failed: The interceptor returned an invalid change: change.json must be JSON, got () => 1',
  ],
])('answers 500 with what went wrong if an interceptor %s', async (_, interceptor, error) => {
  const { post } = await intercepted(interceptor);
  expect(await post(body)).toMatchObject({ status: 500, text: JSON.stringify({ error }) });
});

it('is set again by a snapshot, and cleared with the faults', async () => {
  const { faults, ask } = await intercepted({ name: 'late', answer: { status: 504 } });
  const restore = faults.snapshot();
  faults.clear();
  expect((await ask(query)).status).toBe(200);
  restore();
  expect((await ask(query)).status).toBe(504);
  expect(faults.list()).toEqual([{ fault: 'interceptor', name: 'late', faultId: 'fault-1', triggered: 1 }]);
  faults.clear('fault-1');
  expect(faults.hasFaults).toBe(false);
});

it.each<[unknown, string, string]>([
  [undefined, 'options', 'must be an object'],
  [{}, 'answer', 'or request must say what to change'],
  [{ name: '', answer: {} }, 'name', 'must be a non-empty string, got ""'],
  [{ name: 'n'.repeat(101), answer: {} }, 'name', 'must have at most 100 characters, got "nnn'],
  [{ answer: { status: 99 } }, 'answer.status', 'must be an integer from 200 to 599, got 99'],
  [{ answer: { headers: { 'a b': '1' } } }, 'answer.headers', 'must have names of headers'],
  [{ answer: { headers: { age: 'a\nb' } } }, 'answer.headers.age', 'must be the value of a header'],
  [{ answer: { delayMs: -1 } }, 'answer.delayMs', 'must be a number from 0'],
  [{ answer: { headers: { 'Content-Length': '5' } } }, 'answer.headers', 'must not have content-length'],
  [{ answer: { json: () => 1 } }, 'answer.json', 'must be JSON'],
  [{ request: { patch: Symbol('p') } }, 'request.patch', 'must be JSON'],
  [{ request: { url: 'http://x' } }, 'request.url', 'must be a path'],
  [{ request: { status: 200 } }, 'request.status', 'is not an option'],
  [{ answer: {} }, 'answer', 'must say what to change'],
  [{ answer: { status: undefined } }, 'answer', 'must say what to change'],
  [{ request: {}, answer: { status: 500 } }, 'request', 'must say what to change'],
  [{ answer: { json: {}, body: 'x' } }, 'answer.body', 'must be absent: json is the whole body'],
  [{ request: { json: {}, patch: {} } }, 'request.patch', 'must be absent: json is the whole body'],
  [{ answer: {}, times: 0 }, 'times', 'must be an integer of at least 1'],
  [{ answer: {}, ms: 1 }, 'ms', 'is not an option'],
  [
    { answer: {}, endpoint: 'simulate', operationId },
    'operationId',
    'must be absent: a simulation has no operation',
  ],
])('rejects the interceptor %j', async (interceptor, path, message) => {
  const { faults } = await intercepted();
  const set = async () => faults.intercept(interceptor as Interceptor);
  const [issue, ...others] = issueLines(await rejectionOf(set()));
  expect(issue?.startsWith(`${path} `)).toBe(true);
  expect(issue).toContain(message);
  expect(others).toEqual([]);
});

it('applies to simulations with the members of a request, and no others', async () => {
  const served = await intercepted({
    match: { shardsKey: '1', alphaCallParams: { target: `0x${'04'.repeat(20)}` }, betaAssets: [] },
    answer: { status: 418 },
  });
  expect((await served.post(body)).status).toBe(418);
  expect((await served.post(body.replace('"1"', '"2"'))).status).toBe(200);
  expect((await served.post(body.replace('[]', '[{"amount":"1"}]'))).status).toBe(200);
  expect((await served.post('not JSON')).status).toBe(400);
  expect((await served.ask(query)).status).toBe(200);
  expect(triggersOf(served)).toEqual([1]);
});

it('counts a replaced answer, also if the deployment would send the same', async () => {
  const served = await intercepted({
    times: 1,
    answer: { status: 404, json: { error: 'operation not found' } },
  });
  const unknown = `?operationId=0x${'9'.repeat(64)}`;
  expect((await served.ask(unknown)).status).toBe(404);
  expect(triggersOf(served)).toEqual([1]);
  expect((await served.ask(query)).status).toBe(200);
});

const canned: Interceptor = { answer: { status: 503, json: { error: 'overloaded' } } };

it.each<[string, FaultRule, (Interceptor | AnswerInterceptor)[], number, number[]]>([
  ['an interceptor resets', { fault: 'html' }, [{ answer: { abort: true } }], 0, [1]],
  ['an interceptor replaces', { fault: 'html' }, [canned], 0, [1]],
  ['a function replaces', { fault: 'html' }, [() => canned.answer as AnswerChange], 0, [1]],
  ['an interceptor fails to change', { fault: 'html' }, [() => ({ state: 7 }) as never], 0, [0]],
  [
    'a later interceptor replaces',
    { fault: 'html' },
    [({ answer }) => ({ ...answer, status: 418 }), canned],
    0,
    [1, 1],
  ],
  [
    'an interceptor resets as the fault does',
    { fault: 'reset-before-headers' },
    [{ answer: { abort: true } }],
    1,
    [0],
  ],
  ['nothing of a canned answer is sent', { fault: 'reset-before-headers' }, [canned], 1, [0]],
  ['half of a canned answer is sent', { fault: 'truncated-body' }, [canned], 1, [1]],
  ['a canned answer is late', { fault: 'delay', ms: 1 }, [canned], 1, [1]],
  ['a header of the fault stays', { fault: 'answer-from-cache' }, [{ answer: { json: {} } }], 1, [1]],
  ['a function copies', { fault: 'html' }, [({ answer }) => ({ ...answer })], 1, [0]],
  [
    'a function edits',
    { fault: 'html' },
    [({ answer }) => ({ body: answer.body.replace('Sign', 'Log') })],
    1,
    [1],
  ],
])(
  'if %s, counts a fault and interceptors by what is sent',
  async (_, rule, interceptors, ofFault, others) => {
    const served = await intercepted(...interceptors);
    await served.set({ ...rule, times: 1 });
    await served.ask(query).catch(() => {});
    expect(triggersOf(served)).toEqual([...others, ofFault]);
  },
);

it('a fault that an interceptor has hidden can still trigger', async () => {
  const { faults, ask } = await intercepted({ ...canned, times: 1 });
  faults.set({ fault: 'html', times: 1 });
  const answers = [await ask(query), await ask(query), await ask(query)];
  expect(answers.map(({ status, headers }) => `${status} ${headers['content-type']}`)).toEqual([
    '503 application/json; charset=utf-8',
    '200 text/html; charset=utf-8',
    '200 application/json; charset=utf-8',
  ]);
});
