import { type HttpError, waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf, steady } from './calls.js';

const error = (status: number, headers: Record<string, string> = {}) =>
  answerOf(status, status === 204 || status === 304 ? '' : `{"error":"status ${status}"}`, headers);

const failing = async (answer: RawAnswer, options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(answer);
  const failure = await rejectionOf<HttpError>(clientAt(server.origin, options).simulate(fullRequest));
  return steady(failure.message);
};

describe('a status other than 200', () => {
  it.each([
    [204, {}, 'check the base URL: the interface shows no such status'],
    [
      302,
      { location: 'https://sso.example.org/login?session=abcdef#top' },
      'set the base URL to where the service is: redirects are not followed, and this one leads to https://sso.example.org/login?session=[redacted]#top',
    ],
    [304, {}, 'exclude these answers from the cache in front of the service, or call the service directly'],
    [400, {}, 'see the message of the service; error.exchange has the request'],
    [401, {}, 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION'],
    [404, {}, 'check the base URL and the chain names: the path may be wrong'],
    [418, {}, 'check the base URL: the interface shows no such status'],
  ])('is an error that says what to do: %d', async (status, headers, advice) => {
    const message = await failing(error(status, headers));
    expect(message.split('\n').at(-1)).toBe(`What to do: ${advice}`);
  });

  it.each([
    [401, 'it requires credentials and got none'],
    [403, 'it may require credentials, and none were sent'],
  ])('is an error that says whether credentials were sent: %d', async (status, says) => {
    const none = await failing(error(status));
    expect(none).toContain(`answered with status ${status}: status ${status}; ${says}\n`);
    const headers = { 'X-Api-Key': 'hunter2-hunter2', 'user-agent': 'suite' };
    const message = await failing(error(status), { headers });
    expect(message).toContain(
      `${status}: status ${status}; it rejected the credentials that were sent, in x-api-key\n`,
    );
    expect(message).toContain('What to do: check whether the credentials have expired');
  });

  it.each([401, 403])(
    'is an error that names a header that an unset variable left blank: %d',
    async (status) => {
      const message = await failing(error(status), { headers: { 'x-api-key': '' } });
      expect(message).toContain(
        `answered with status ${status}: status ${status}; no credentials are in x-api-key\n`,
      );
      expect(message.split('\n').at(-1)).toBe(
        'What to do: set the environment variable that x-api-key comes from',
      );
    },
  );

  it("is an error that says what to do about the observer's 404", async () => {
    const server = await startRawServer(error(404));
    const failure = await rejectionOf<HttpError>(clientAt(server.origin).inclusion(operationId));
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status: 404 });
    expect(steady(failure.message)).toMatchInlineSnapshot(`
      "The observer of staging answered with status 404: status 404

      Request:    GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0x7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c
      Response:   404, application/json, "{"error":"status 404"}"
      Trace ID:   TRACE
      What to do: check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names"
    `);
  });

  it('is not followed as a redirect, so credentials reach no other origin', async () => {
    const other = await startRawServer(error(500));
    for (const location of [`${other.origin}/alpha/simulator/simulate-message`, '/elsewhere']) {
      const server = await startRawServer(error(307, { location }));
      const client = clientAt(server.origin, { headers: { authorization: 'Bearer secret-token' } });
      expect(await rejectionOf(client.simulate(fullRequest))).toMatchObject({
        code: 'HTTP_STATUS',
        status: 307,
      });
      expect(server.requests).toHaveLength(1);
    }
    expect(other.requests).toEqual([]);
  });
});

describe('the first line of the error', () => {
  it.each([
    [
      'the member error',
      'application/json',
      '{"error":"operationId must be 0x and 64 hex digits"}',
      'operationId must be 0x and 64 hex digits',
    ],
    ['the member message', 'application/json', '{"code":3,"message":"no such route"}', 'no such route'],
    ['a message within an error', 'application/json', '{"error":{"message":"too much"}}', 'too much'],
    [
      'the detail of a problem',
      'application/problem+json',
      '{"title":"Bad","detail":"amount is negative"}',
      'amount is negative',
    ],
    [
      'the first of a list of errors',
      'application/json',
      '{"errors":[{"detail":"first"},{"detail":"second"}]}',
      'first',
    ],
    [
      'the first of the errors of a field',
      'application/json',
      '{"errors":{"betaCaller":["is missing"]}}',
      'is missing',
    ],
    ['a JSON string', 'application/json', '"bad id"', 'bad id'],
    ['the first line of a plain text', 'text/plain; charset=utf-8', 'bad id\nmore', 'bad id'],
    [
      'the title of a page',
      'text/html',
      '<html><title>404 Not Found</title></html>',
      'a page with the title "404 Not Found"',
    ],
    [
      'control characters, escaped',
      'application/json',
      JSON.stringify({ error: '\u001b[2Jx\u202ey\u009b' }),
      '\\u001b[2Jx\\u202ey\\u009b',
    ],
  ])('contains what the service said: %s', async (_, type, body, said) => {
    const server = await startRawServer(answerOf(400, body, { 'content-type': type }));
    const [call, wait] = [
      await rejectionOf(clientAt(server.origin).simulate(fullRequest)),
      await rejectionOf(waitForInclusion(clientAt(server.origin), operationId, { timeoutMs: 20_000 })),
    ];
    expect(call.message.split('\n')[0]).toBe(`The simulator of staging answered with status 400: ${said}`);
    expect(wait.message.split('\n')[0]).toBe(
      `It is unknown whether the operation is included: The observer of staging answered with status 400: ${said}`,
    );
  });

  it('masks credentials that the service echoes', async () => {
    const server = await startRawServer(answerOf(401, '{"error":"bad token c2VjcmV0LW9m"}'));
    const client = clientAt(server.origin, { headers: { authorization: 'Bearer c2VjcmV0LW9m' } });
    expect((await rejectionOf(client.simulate(fullRequest))).message.split('\n')[0]).toBe(
      'The simulator of staging answered with status 401: bad token [redacted]; it rejected the credentials that were sent, in authorization',
    );
  });
});
