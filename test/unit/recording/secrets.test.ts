import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createClient, defineEndpoint, replayExchanges } from 'crosscheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

const second = `0x${'2'.repeat(64)}`;

const token = 'tok-5f0e8a7c41d94b2e';

test('no credential is recorded, in any form or request', async () => {
  const forms = [
    token,
    Buffer.from(token).toString('base64'),
    Buffer.from(token).toString('hex').toUpperCase(),
  ];
  const answers = forms.map((form) =>
    answerOf(200, JSON.stringify({ response: { note: { content: `for ${form}` }, stage: 'start' } }), {
      location: `https://h/?access_token=${token}`,
      'www-authenticate': token,
    }),
  );
  const server = await startRawServer(...answers);
  let calls = 0;
  // Only the last request has it in its headers; the answers to the others tell it already.
  const headers = () => ({ authorization: ++calls < 3 ? 'Bearer another-one-99' : `Bearer ${token}` });
  const deployment = deploymentAt(`${server.origin}/${token}`, {
    headers,
    conventions: { requestValidation: 'off' },
  });
  const { file, text } = await recorded(deployment, async (recording) => {
    for (const id of [`0x${'1'.repeat(64)}`, second, `0x3${token}`])
      await createClient(recording).inclusion(id);
  });

  for (const form of [...forms, 'another-one-99', 'authorization', server.origin])
    expect(text.toLowerCase()).not.toContain(form.toLowerCase());
  expect(text).toContain('for [redacted]');

  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { response } = await client.inclusion(second);
  expect(response.note?.content).toMatch(/^for \[redacted \d\]/);
});

test('a replay needs no credentials', async () => {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const { file } = await recorded(deploymentAt(server.origin), (recording) =>
    createClient(recording).simulate(fullRequest),
  );
  const headers = () => expect.fail('they may come from a service too');
  const replayed = await replayExchanges(deploymentAt(nowhere, { headers }), { file });
  await createClient(replayed).simulate(fullRequest);
});

test('the parameter of the operation id is not a credential, whatever its name', async () => {
  const conventions = { operationIdParameter: 'messageKey' };
  const server = await startRawServer(
    answerOf(200, '{"response":{"stage":"start"}}'),
    answerOf(200, '{"response":{"stage":"executedInBETA"}}'),
  );
  const { file } = await recorded(deploymentAt(server.origin, { conventions }), async (recording) => {
    await createClient(recording).inclusion(operationId);
    await createClient(recording).inclusion(second);
  });
  const client = createClient(await replayExchanges(deploymentAt(nowhere, { conventions }), { file }));
  expect((await client.inclusion(second)).response.stage).toBe('executedInBETA');
  expect((await client.inclusion(operationId)).response.stage).toBe('start');
});

const pem = String.raw`-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----`;

test.each([
  ['{"password":"hunter2-hunter2","a":1}', '{"password":"[redacted]","a":1}'],
  ['{"error":"api_key=ab12cd34ef56 is unknown"}', '{"error":"[redacted] is unknown"}'],
  [`{"error":"${pem} cannot be read"}`, '{"error":"[redacted] cannot be read"}'],
  ['{"error":"postgres://u:pa55word@db/x"}', '{"error":"[redacted]db/x"}'],
  ['{"error":"password: required"}', '{"error":"password: required"}'],
  [
    '{"accessToken" : "ISSUEDTOKEN-zz","password":"pw"}',
    '{"accessToken" : "[redacted]","password":"[redacted 2]"}',
  ],
  [
    String.raw`{"a":"{\"api-key\":\"k\",\"b\":\"c\"}"}`,
    String.raw`{"a":"{\"api-key\":\"[redacted]\",\"b\":\"c\"}"}`,
  ],
  [
    '{"shardsKey":"1","tokenAddress":"EQC","tokenId":7}',
    '{"shardsKey":"1","tokenAddress":"EQC","tokenId":7}',
  ],
  [`{"token":"0x${'5a'.repeat(20)}"}`, `{"token":"0x${'5a'.repeat(20)}"}`],
  [
    String.raw`{"a":"{\"b\":\"{\\\"token\\\":\\\"x\\\\\\\"y12345\\\"}\"}"}`,
    String.raw`{"a":"{\"b\":\"{\\\"token\\\":\\\"[redacted]\\\"}\"}"}`,
  ],
  [String.raw`{"password":"a\"b\\","c":"d"}`, '{"password":"[redacted]","c":"d"}'],
  [String.raw`{"a":"{\"password\":\"hunter2-hun`, String.raw`{"a":"{\"password\":\"[redacted]`],
  ['no "quotes": {"password":"hunter2-hunter2"}', 'no "quotes": {"password":"[redacted]"}'],
])('keys and passwords are masked: %s', async (text, masked) => {
  const server = await startRawServer(answerOf(400, text));
  const { text: recording } = await recorded(deploymentAt(server.origin), (deployment) =>
    rejectionOf(createClient(deployment).simulate(fullRequest)),
  );
  const { json, text: other } = JSON.parse(recording).exchanges[0].answers[0];
  expect(other ?? json).toEqual(other === undefined ? JSON.parse(masked) : masked);
});

const echo = Buffer.from(`{"response":{"note":{"content":"for ${token}"}}}`);

test.each([
  ['gzip', gzipSync(echo)],
  ['br', brotliCompressSync(echo)],
  ['rot13', Buffer.from(echo.toString().replaceAll('tok', 'gbx'))],
])(
  'a body with the content encoding %s is not recorded, and is rejected like the live one',
  async (encoding, body) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const server = await startRawServer(Buffer.concat([Buffer.from(head), body]));
    const codes: unknown[] = [];
    const simulate = async (deployment: ReturnType<typeof deploymentAt>): Promise<void> => {
      codes.push((await rejectionOf<{ code: string }>(createClient(deployment).simulate(fullRequest))).code);
    };
    const { file, text } = await recorded(deploymentAt(server.origin), simulate);
    expect(JSON.parse(text).exchanges[0].answers[0]).toEqual({
      recordedAt: expect.any(String),
      status: 200,
      headers: { 'content-encoding': encoding },
      text: '(not recorded: secrets cannot be found under a content encoding)',
    });
    await simulate(await replayExchanges(deploymentAt(nowhere), { file }));
    expect(codes).toEqual(['HTTP_BODY_NOT_JSON', 'HTTP_BODY_NOT_JSON']);
  },
);

test('credentials in the path and query of a request are masked, and those of an answer by their names', async () => {
  const endpoint = defineEndpoint({
    name: 'session',
    server: 'simulator',
    method: 'GET',
    path: '/a/{id}',
    params: z.object({ id: z.string() }),
    query: z.object({ session: z.string(), id: z.int() }),
    response: z.unknown(),
  });
  const server = await startRawServer(answerOf(302, '', { location: 'https://h/?access_token=k9' }));
  const headers = { authorization: `Bearer ${token}` };
  const { text } = await recorded(deploymentAt(server.origin, { headers }), async (deployment) => {
    const client = createClient(deployment);
    await rejectionOf(client.call(endpoint, { params: { id: token }, query: { session: 'k9', id: 1 } }));
  });
  const [{ request, answers }] = JSON.parse(text).exchanges;
  expect(request).toEqual({
    method: 'GET',
    path: '/a/[redacted]',
    query: 'id=1&session=[redacted]',
  });
  expect(answers[0].headers).toMatchObject({ location: 'https://h/?access_token=[redacted]' });
});

test('credentials in the query of a custom endpoint are masked wherever a service echoes them', async () => {
  const endpoint = defineEndpoint({
    name: 'balances',
    server: 'simulator',
    method: 'GET',
    path: '/balances',
    query: z.object({ access_token: z.string(), sig: z.string(), token: z.string(), shardsKey: z.bigint() }),
    response: z.unknown(),
  });
  const secret = 'tok 5f0e8a7c/41d94b2e';
  const sig = 'plain-words-only';
  const address = `0x${'a1'.repeat(20)}`;
  const shardsKey = 1763712000042n;
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
    sig,
  ];
  const error = `no rights: /balances?access_token=${forms.join(' ')}`;
  const echo = JSON.stringify({ error, address, shardsKey: String(shardsKey) });
  const server = await startRawServer(answerOf(403, echo), answerOf(200, echo));
  const shown: string[] = [];
  const { text } = await recorded(deploymentAt(server.origin), async (deployment) => {
    const client = createClient(deployment);
    const query = { access_token: secret, sig, token: address, shardsKey };
    const failure = (await rejectionOf(client.call(endpoint, { query }))) as Error & { exchange: unknown };
    shown.push(failure.message, JSON.stringify(failure.exchange));
    const { exchange } = await client.call(endpoint, { query });
    shown.push(JSON.stringify(exchange), exchange.redact(error));
  });
  for (const one of [...shown, text]) {
    for (const form of forms) expect(one).not.toContain(form);
    expect(one).toContain('no rights');
  }
  for (const one of [text, shown[2]]) {
    expect(one).toContain(address);
    expect(one).toContain(String(shardsKey));
  }
});

test('different secrets of answers stay different in a replay, and equal ones equal', async () => {
  const key = 'key-zzzzzz-987654';
  const answer = (message: string, simulationError: string) =>
    answerOf(200, JSON.stringify({ response: { simulationStatus: true, message, simulationError } }));
  const server = await startRawServer(answer(token, key), answer(key, key));
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': key };
  const requests = ['1', '2'].map((shardsKey) => ({ ...fullRequest, shardsKey }));
  const textsOf = async (deployment: ReturnType<typeof deploymentAt>): Promise<unknown[]> => {
    const texts: unknown[] = [];
    for (const request of requests) {
      const { response } = await createClient(deployment).simulate(request);
      texts.push(response.message, response.simulationError);
    }
    return texts;
  };
  const { file, text } = await recorded(deploymentAt(server.origin, { headers }), textsOf);
  expect(text).not.toMatch(/tok-|key-zz/);
  const [first, second, ...others] = await textsOf(await replayExchanges(deploymentAt(nowhere), { file }));
  expect([first, second]).toEqual(['[redacted]', '[redacted 2]']);
  expect(others).toEqual([second, second]);
});
