import { formatBetaAddress } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';
import { exchange, type HttpAnswer, postJson } from '../../../support/http-exchange.js';
import { dialects, type Served, serve } from './serve.js';

/** Expects an error in JSON, and that the listener goes on serving. */
async function expectRefusal(
  served: Served,
  answer: HttpAnswer,
  status: number,
  error: RegExp,
): Promise<void> {
  expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(error) });
  expect(await postJson(served.simulate, JSON.stringify(served.wire()))).toMatchObject({ status: 200 });
}

describe.each(dialects)('a simulator that says $alpha and $beta', (chains) => {
  const { alpha, beta } = chains;
  const fields = { call: `${alpha}CallParams`, assets: `${beta}Assets`, caller: `${beta}Caller` };

  it('hands the message over, and answers integers exactly', async () => {
    const served = await serve(chains);
    const hash = 'ab'.repeat(32);
    const forms = ['bounceable', 'non-bounceable', 'test-bounceable', 'test-non-bounceable'] as const;
    const tokens = forms.map((form) => formatBetaAddress({ workchain: -1, hash, form }));
    const request = served.wire({
      alphaCallParams: {
        target: served.chain.contracts.targets.gasBurner,
        methodName: 'f',
        arguments: '0x01',
      },
      betaAssets: [
        ...tokens.map((tokenAddress) => ({ amount: '7', tokenAddress })),
        { amount: '8' },
        { amount: '9', tokenAddress: `-1:${hash.toUpperCase()}` },
      ],
      betaCaller: formatBetaAddress({ workchain: 0, hash, form: 'test-bounceable' }),
      executorAddress: '',
      extraData: '0xff',
    });
    const answer = await postJson(served.simulate, JSON.stringify(request));
    expect(answer.text).toBe(
      '{"response":{"estimatedGas":18446744073709551617,"outMessages":null,"simulationError":"","simulationStatus":true}}',
    );
    expect(served.chain.simulated).toEqual([
      {
        operationId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        shardsKey: 2n ** 64n - 1n,
        caller: request[fields.caller],
        target: served.chain.contracts.targets.gasBurner,
        methodName: 'f',
        arguments: '0x01',
        assets: [
          ...tokens.map(() => ({ token: `-1:${hash}`, amount: 7n })),
          { token: '', amount: 8n },
          { token: `-1:${hash}`, amount: 9n },
        ],
        executor: undefined,
        extraData: '0xff',
      },
    ]);
  });

  it('fills in absent members', async () => {
    const served = await serve(chains);
    await postJson(served.simulate, JSON.stringify(served.wire({ shardsKey: '7' })));
    expect(served.chain.simulated).toEqual([
      {
        operationId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        shardsKey: 7n,
        caller: served.wire()[fields.caller],
        target: served.chain.contracts.targets.gasBurner,
        methodName: '',
        arguments: '0x',
        assets: [],
        executor: undefined,
        extraData: '0x',
      },
    ]);
  });

  it('always returns the same operation id for the same request', async () => {
    const served = await serve(chains);
    for (const shardsKey of ['1', '1', '2'])
      await postJson(served.simulate, JSON.stringify(served.wire({ shardsKey })));
    const [first, second, other] = served.chain.simulated.map(({ operationId }) => operationId);
    expect(first).toBe(second);
    expect(other).not.toBe(first);
  });

  it('answers 200 to a simulation that fails', async () => {
    const served = await serve(chains);
    const request = served.wire({ alphaCallParams: { target: served.chain.contracts.targets.failing } });
    const answer = await postJson(served.simulate, JSON.stringify(request));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      response: { simulationStatus: false, simulationError: 'execution reverted: panic 0x11' },
    });
  });

  it.each([
    ['a missing field', { [fields.caller]: undefined }, `^${fields.caller} is missing$`],
    ['a missing object', { [fields.call]: undefined }, `^${fields.call} is missing$`],
    ['a missing member', { [fields.call]: {} }, `^${fields.call}\\.target is missing$`],
    ['a field of another type', { shardsKey: 7 }, '^shardsKey must be of type string$'],
    ['null for a list', { [fields.assets]: null }, `^${fields.assets} must be of type array$`],
    [
      'a bad address',
      { [fields.call]: { target: '0X00' } },
      `^${fields.call}\\.target must be 0x and 40 hex`,
    ],
    [
      'a bad amount',
      { [fields.assets]: [{ amount: '1' }, { amount: '-1' }] },
      `^${fields.assets}\\[1\\]\\.amount must`,
    ],
    [
      'arguments without a method',
      { [fields.call]: { target: `0x${'00'.repeat(20)}`, arguments: '0x01' } },
      `^${fields.call}\\.methodName must`,
    ],
    ['a bad caller', { [fields.caller]: 'nobody' }, `^${fields.caller} must be a source-chain address`],
    ['an unknown field', { gas: '1' }, '^the body must not have gas$'],
    [
      'an unknown member',
      { [fields.call]: { target: `0x${'00'.repeat(20)}`, data: '0x' } },
      `^${fields.call} must not have data$`,
    ],
    ['several faults', { shardsKey: '01', extraData: '0x1' }, '^shardsKey must .+; extraData must .+$'],
  ])('rejects %s by its name on the wire', async (_, overrides, error) => {
    const served = await serve(chains);
    const body = JSON.stringify({ ...served.wire(), ...overrides });
    await expectRefusal(served, await postJson(served.simulate, body), 400, new RegExp(error));
  });

  it('rejects the names of another dialect', async () => {
    const served = await serve(chains);
    const body = JSON.stringify({ ...served.wire(), solCallParams: {} });
    await expectRefusal(served, await postJson(served.simulate, body), 400, /must not have solCallParams/);
  });

  it.each([
    ['no body', '', /^the body is not JSON/],
    ['HTML', '<html>', /^the body is not JSON/],
    ['JSON that is cut off', '{"shardsKey": "1', /^the body is not JSON/],
    ['a trailing comma', '{"shardsKey": "1",}', /^the body is not JSON/],
    ['a list', '[]', /^the body must be of type object$/],
    ['null', 'null', /^the body must be of type object$/],
    ['two values of one name', '{"shardsKey": "1", "shardsKey": "2"}', /Duplicate key 'shardsKey'/],
    ['a prototype', '{"__proto__": {"shardsKey": "1"}}', /must not have __proto__/],
    ['a prototype in disguise', '{"\\u005f_proto__": {}}', /must not have __proto__/],
    [
      'a prototype of a member',
      `{"${fields.call}": {"__proto__": {}}}`,
      /CallParams must not have __proto__/,
    ],
    ['a constructor', '{"constructor": {"prototype": {"amount": "1"}}}', /must not have constructor/],
    [
      'what every object has',
      '{"toString": "1", "hasOwnProperty": "1"}',
      /must not have toString, hasOwnProperty/,
    ],
    ['a number past all bounds', '{"shardsKey": 1e999999999}', /^shardsKey must be of type string/],
    ['deep nesting', '['.repeat(900), /^the body is nested deeper than 5 levels$/],
    ['deep nesting of objects', '{"a":'.repeat(400), /^the body is nested deeper than 5 levels$/],
    [
      'deep nesting that ends',
      `${'['.repeat(6)}${']'.repeat(6)}`,
      /^the body is nested deeper than 5 levels$/,
    ],
    ['a byte order mark', '\uFEFF{}', /byte order mark/],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /^the body is not UTF-8$/],
  ])('rejects a body that is %s', async (_, body, error) => {
    const served = await serve(chains);
    await expectRefusal(served, await postJson(served.simulate, body), 400, error);
  });

  it('does not leak prototype members of one request into the next one', async () => {
    const served = await serve(chains);
    for (const body of ['{"__proto__": {"polluted": 1}}', '{"constructor": {"prototype": {"polluted": 1}}}'])
      await postJson(served.simulate, body);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('does not count brackets inside strings as nesting', async () => {
    const served = await serve(chains);
    const body = JSON.stringify(served.wire({ extraData: '[[[[[[[[{{{{{{\\"' }));
    await expectRefusal(served, await postJson(served.simulate, body), 400, /^extraData must/);
  });

  it('returns rejected input as text, never as HTML', async () => {
    const served = await serve(chains);
    const answer = await postJson(served.simulate, '{"<script>alert(1)</script>": 1}');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['text/plain', /^content-type must be application\/json$/],
    ['application/jsonp', /^content-type must be application\/json$/],
    ['application/json; charset=latin1', /^the charset of content-type must be utf-8$/],
  ])('rejects the content type %s', async (contentType, error) => {
    const served = await serve(chains);
    const body = JSON.stringify(served.wire());
    const headers = { 'content-type': contentType };
    await expectRefusal(
      served,
      await exchange(served.simulate, { method: 'POST', body, headers }),
      415,
      error,
    );
  });

  it('rejects a body without content type, and one that is encoded', async () => {
    const served = await serve(chains);
    const body = JSON.stringify(served.wire());
    const bare = await exchange(served.simulate, { method: 'POST', body, headers: {} });
    await expectRefusal(served, bare, 415, /^content-type must/);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const encoded = await exchange(served.simulate, { method: 'POST', body, headers });
    await expectRefusal(served, encoded, 415, /^content-encoding must/);
  });

  it('accepts utf-8 as the charset of JSON', async () => {
    const served = await serve(chains);
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    const body = JSON.stringify(served.wire());
    expect(await exchange(served.simulate, { method: 'POST', body, headers })).toMatchObject({ status: 200 });
  });

  it.each(['GET', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'] as const)('rejects the method %s', async (method) => {
    const served = await serve(chains);
    const answer = await exchange(served.simulate, { method });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(answer.text).toBe(method === 'HEAD' ? '' : '{"error":"the method must be POST"}');
  });

  it('rejects another path, and query parameters', async () => {
    const served = await serve(chains);
    const body = JSON.stringify(served.wire());
    for (const path of ['/', '/x']) {
      await expectRefusal(
        served,
        await postJson(served.simulate + path, body),
        404,
        /^unknown path; expected POST/,
      );
    }
    const answer = await postJson(`${served.simulate}?debug=1`, body);
    await expectRefusal(served, answer, 400, /^unknown query parameter debug$/);
  });

  it('answers an internal fault without a word about it', async () => {
    const served = await serve(chains);
    const request = served.wire({ alphaCallParams: { target: served.chain.contracts.targets.swap } });
    const answer = await postJson(served.simulate, JSON.stringify(request));
    expect(answer).toMatchObject({ status: 500, text: '{"error":"internal error"}' });
    expect(served.faults).toEqual([new Error('the engine of the EVM is gone')]);
  });
});
