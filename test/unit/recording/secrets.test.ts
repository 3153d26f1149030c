import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createClient, replayExchanges } from 'crosscheck';
import { expect, test } from 'vitest';
import { recordedAnswer } from '../../../src/recording/recorded-answer.js';
import { recordedRequest } from '../../../src/recording/recorded-request.js';
import { secretMask } from '../../../src/recording/secret-mask.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

const second = `0x${'2'.repeat(64)}`;

const token = 'tok-5f0e8a7c41d94b2e';

test('no credential gets into a recording, in whatever form and whichever request it came with', async () => {
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

test('a replay asks for no credentials', async () => {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const { file } = await recorded(deploymentAt(server.origin), (recording) =>
    createClient(recording).simulate(fullRequest),
  );
  const headers = () => expect.fail('they may come from a service too');
  const replayed = await replayExchanges(deploymentAt(nowhere, { headers }), { file });
  await createClient(replayed).simulate(fullRequest);
});

test('the parameter of the operation id is none, whatever it is called', async () => {
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
    '{"accessToken" : "[redacted]","password":"[redacted]"}',
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
])('what looks like a key or a password is masked: %s', (text, masked) => {
  expect(secretMask([])(text)).toBe(masked);
});

const echo = Buffer.from(`{"response":{"note":{"content":"for ${token}"}}}`);

test.each([
  ['gzip', gzipSync(echo)],
  ['br', brotliCompressSync(echo)],
  ['rot13', Buffer.from(echo.toString().replaceAll('tok', 'gbx'))],
])(
  'a body with the content encoding %s is not recorded, and is refused like the live one',
  async (encoding, body) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const server = await startRawServer(Buffer.concat([Buffer.from(head), body]));
    const codes: unknown[] = [];
    const simulate = async (deployment: ReturnType<typeof deploymentAt>): Promise<void> => {
      codes.push((await rejectionOf<{ code: string }>(createClient(deployment).simulate(fullRequest))).code);
    };
    const { file, text } = await recorded(deploymentAt(server.origin), simulate);
    expect(JSON.parse(text).exchanges[0].answers[0]).toEqual({
      status: 200,
      headers: { 'content-encoding': encoding },
      text: '(not recorded: secrets cannot be found under a content encoding)',
    });
    await simulate(await replayExchanges(deploymentAt(nowhere), { file }));
    expect(codes).toEqual(['HTTP_BODY_NOT_JSON', 'HTTP_BODY_NOT_JSON']);
  },
);

test('credentials in the path, the query and the headers of an answer are masked by their names alone', () => {
  const request = {
    deployment: 'staging',
    server: undefined,
    operationId: undefined,
    method: 'GET',
    path: `/a/${token}`,
    query: 'session=k9&id=1',
    publicNames: [],
    headers: {},
  };
  expect(recordedRequest({ ...request, body: Buffer.of() }, secretMask([token]))).toEqual({
    method: 'GET',
    path: '/a/[redacted]',
    query: 'session=[redacted]&id=1',
    digest: expect.stringMatching(/^[\da-f]{24}$/),
  });
  const headers = { location: 'https://h/?access_token=k9' };
  expect(recordedAnswer({ status: 302, headers, chunks: [], end: 'whole' }, secretMask([])).headers).toEqual({
    location: 'https://h/?access_token=[redacted]',
  });
});

test('two secrets of answers that differ still do in a replay, and one is the same everywhere', async () => {
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
