import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { HttpError } from '../../../src/errors.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, rejectionOf } from './calls.js';

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
  ['a status', answerOf(403, `{"error":${echoedJson}}`, echoHeaders)],
  ['a redirect', answerOf(302, echo, echoHeaders)],
  ['no JSON', answerOf(200, `{"response":${echo}}`, echoHeaders)],
  ['no JSON but the secret alone', answerOf(200, token, echoHeaders)],
  ['another shape', answerOf(200, `{"response":{"message":[${echoedJson}]}}`, echoHeaders)],
  ['another encoding', answerOf(200, '{}', { 'content-encoding': echo })],
  ['a header that cannot be read', `HTTP/1.1 200 OK\r\nx-echo: ${echo}\u0000\r\n\r\n`],
  ['no HTTP', `${echo}\r\n\r\n`],
  ['too much', answerOf(200, echoedJson.repeat(20), echoHeaders)],
];

describe('the credentials of a deployment', () => {
  it.each(answers)(
    'are in nothing that is printed of an error when the service echoes them in %s',
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

  it('are in nothing that is printed of the exchange of a result', async () => {
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

function expectNoSecrets(...texts: (string | undefined)[]): void {
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
}
