import { inspect } from 'node:util';
import { createClient, type HttpError } from 'crosscheck';
import { snapshotSerializer } from 'crosscheck/matchers';
import { runSmoke } from 'crosscheck/smoke';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { echoes, schemes, secretCore, secretTexts } from '../../support/secret-texts.js';
import { deploymentAt, recorded } from '../recording/recorded-calls.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const token = 'tok/en+"hunter2';
const headers = {
  Authorization: `Bearer ${token}`,
  'X-Api-Key': 'key-abcdef',
  Cookie: 'sid=cookie-value; a=b',
};
const secrets = [token, 'hunter2', 'fresh-', 'key-abcdef', 'cookie-value'];
const echo = `${headers.Authorization} ${encodeURIComponent(token)} ${headers['X-Api-Key']} ${headers.Cookie}`;
const echoedJson = JSON.stringify(echo);
const echoHeaders = {
  'x-echo': echo,
  'set-cookie': 'sid=fresh-session',
  location: `http://127.0.0.1/login?return=${encodeURIComponent(token)}&token=fresh-token`,
};

const answers: [string, RawAnswer][] = [
  ['an error status', answerOf(403, `{"error":${echoedJson}}`, echoHeaders)],
  ['a redirect', answerOf(302, echo, echoHeaders)],
  ['text that is not JSON', answerOf(200, `{"response":${echo}}`, echoHeaders)],
  ['a body that is the secret alone', answerOf(200, token, echoHeaders)],
  ['JSON of another shape', answerOf(200, `{"response":{"message":[${echoedJson}]}}`, echoHeaders)],
  ['the content encoding', answerOf(200, '{}', { 'content-encoding': echo })],
  ['an invalid header', `HTTP/1.1 200 OK\r\nx-echo: ${echo}\u0000\r\n\r\n`],
  ['bytes that are not HTTP', `${echo}\r\n\r\n`],
  ['a body that is too large', answerOf(200, echoedJson.repeat(20), echoHeaders)],
];

describe('the credentials of a deployment', () => {
  it.each(answers)(
    'do not appear in anything printed of an error when the service echoes them in %s',
    async (_, answer) => {
      const server = await startRawServer(answer);
      const client = clientAt(server.origin, { headers, retries: 0, maxResponseBytes: 1000 });
      const error = await rejectionOf<HttpError>(client.simulate(fullRequest));
      expect(error.code).toMatch(/^HTTP|SCHEMA/);
      expectNoSecrets(
        error.message,
        String(error),
        error.stack,
        inspect(error, { depth: 10, showHidden: true }),
        JSON.stringify(error),
        JSON.stringify(error.exchange),
        inspect(error.exchange, { depth: 10, showHidden: true }),
        inspect(error.exchange.request),
        inspect(error.exchange.response),
        inspect(error.exchange.attempts),
      );
    },
  );

  it('are masked once in an answer that is read several times', async () => {
    const server = await startRawServer(answerOf(200, `{"response":{"message":${echoedJson}}}`, echoHeaders));
    const { exchange } = await clientAt(server.origin, { headers }).simulate(fullRequest);
    expect(exchange.response?.body).toContain('[redacted]');
    expect(exchange.response).toBe(exchange.response);
  });

  it('do not appear in anything printed of the exchange of a result', async () => {
    const server = await startRawServer(answerOf(200, `{"response":{"message":${echoedJson}}}`, echoHeaders));
    const result = await clientAt(server.origin, { headers }).simulate(fullRequest);
    expectNoSecrets(
      JSON.stringify(result.exchange),
      inspect(result.exchange, { depth: 10, showHidden: true }),
    );
    expect(result.exchange.request.headers).toMatchObject({
      authorization: '[redacted]',
      'x-api-key': '[redacted]',
      cookie: '[redacted]',
    });
    expect(result.exchange.response?.headers['set-cookie']).toBe('[redacted]');
    expect(server.requests[0]?.headers.authorization).toEqual([`Bearer ${token}`]);
  });

  it('are not printed with the client', () => {
    const client = clientAt('http://127.0.0.1:1', { headers });
    expectNoSecrets(inspect(client, { depth: 10 }), JSON.stringify(client));
  });
});

describe('an arbitrary credential', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('appears nowhere, in whichever way the service writes it', async () => {
    vi.stubEnv('CROSSCHECK_DEBUG', '1');
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    let echo = '';
    const server = await startRawServer((socket, { method }) => {
      const record = { stage: 'start', success: true, note: { content: `for ${echo}`, [echo]: echo } };
      const body = method === 'POST' ? { error: `rejected ${echo}` } : { response: record };
      socket.write(answerOf(method === 'POST' ? 400 : 200, JSON.stringify(body), { 'x-echo': 'none' }));
    });
    const run = async (secret: string, scheme: string, [, write]: (typeof echoes)[number]) => {
      echo = write(secret);
      printed.mockClear();
      const options = { headers: { authorization: scheme + secret } };
      const { text } = await recorded(deploymentAt(server.origin, options), async (deployment) => {
        const client = createClient(deployment);
        const error = await rejectionOf<HttpError>(client.simulate(fullRequest));
        const result = await client.inclusion(operationId);
        const report = await runSmoke({ deployment, samples: 1, operationIds: [operationId] });
        expectNoCore(error.message, JSON.stringify([error, result.exchange, report]), snapshotOf(result));
      });
      expectNoCore(text, printed.mock.calls.join('\n'));
    };
    await fc.assert(
      fc.asyncProperty(secretTexts, fc.constantFrom(...schemes), fc.constantFrom(...echoes), run),
      { numRuns: 100 },
    );
  });
});

describe('the values of headers', () => {
  const record = JSON.stringify({
    response: {
      stage: 'start',
      success: true,
      timestamp: 1_763_712_345,
      note: { content: 'eu-west-1 of staging takes application/json, no start' },
      transactions: [{ blockchainType: 'ALPHA', hash: operationId }],
    },
  });

  it.each([
    ['true', { 'x-flag': 'true' }],
    ['a media type', { 'x-accepts': 'application/json' }],
    ['a word of the interface', { authorization: 'Bearer start' }],
    ['a stage of a release', { 'x-api-key': 'staging' }],
    ['a region', { 'x-region': 'eu-west-1' }],
    ['a number', { 'x-session': '1763712345' }],
    ['an operation id', { 'x-trace': operationId }],
    ['a URL', { 'x-origin': 'https://staging.example.org/suite-12' }],
  ])('that are common words are not masked in answers and recordings: %s', async (_, headers) => {
    const server = await startRawServer(answerOf(200, record));
    const { text } = await recorded(deploymentAt(server.origin, { headers }), async (deployment) => {
      const { exchange } = await createClient(deployment).inclusion(operationId);
      expect(exchange.response?.body).toBe(record);
      expect(exchange.request.url).toContain(operationId);
      // Its own value is not shown, whatever it is.
      expect(exchange.request.headers).toMatchObject(
        Object.fromEntries(Object.keys(headers).map((name) => [name, '[redacted]'])),
      );
    });
    expect(JSON.parse(text).exchanges[0].answers[0].json).toEqual(JSON.parse(record));
  });

  it('that are credentials are masked whatever the name of the header, also as HTML entities', async () => {
    const secret = `k7<'quoted'>&"more"-${'9a'.repeat(6)}`;
    const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const page = `<p>no such key: ${escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`;
    const server = await startRawServer(answerOf(400, page, { 'content-type': 'text/html' }));
    const client = createClient(deploymentAt(server.origin, { headers: { 'x-anything': secret } }));
    const error = await client.simulate(fullRequest).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty('exchange.response.body', '<p>no such key: [redacted]</p>');
  });

  it('are not masked in members whose names only resemble those of credentials', async () => {
    const note = {
      content: JSON.stringify({ author: 'somebody', authority: 'nobody', keyword: 'swap', token: 'start' }),
    };
    const server = await startRawServer(
      answerOf(200, JSON.stringify({ response: { stage: 'start', note } })),
    );
    const { text } = await recorded(deploymentAt(server.origin), (deployment) =>
      createClient(deployment).inclusion(operationId),
    );
    expect(text).not.toContain('[redacted]');
  });
});

/** What `toMatchSnapshot` writes. */
function snapshotOf(value: unknown): string {
  const print = (copy: unknown): string => inspect(copy, { depth: 10 });
  return snapshotSerializer.serialize(value, {}, '', 0, [], print);
}

const writtenCores = [
  ...echoes.map(([, write]) => write(secretCore)),
  // After one and after two bytes, without the characters that depend on them.
  ...['-', '--'].map((before) => btoa(before + secretCore).slice(2, 8)),
].map((core) => core.toLowerCase());

function expectNoCore(...texts: readonly string[]): void {
  for (const text of texts)
    expect(writtenCores.filter((core) => text.toLowerCase().includes(core))).toEqual([]);
}

function expectNoSecrets(...texts: (string | undefined)[]): void {
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
}
