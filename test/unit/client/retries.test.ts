import { describe, expect, it } from 'vitest';
import type { HttpError } from '../../../src/errors.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf, steady } from './calls.js';

const good = answerOf(200, '{"response":{"message":"ok"}}');
const closing: RawAnswer = (socket) => socket.destroy();
const cutOff: RawAnswer = (socket) =>
  socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"response"');
const error = (status: number, headers: Record<string, string> = {}) =>
  answerOf(status, status === 204 || status === 304 ? '' : `{"error":"status ${status}"}`, headers);

const failing = async (answers: RawAnswer[], options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(...answers);
  const failure = await rejectionOf<HttpError>(clientAt(server.origin, options).simulate(fullRequest));
  return { failure, message: steady(failure.message), tries: server.requests.length };
};

describe('a call is tried again', () => {
  it.each<[string, RawAnswer, object]>([
    ['408', error(408), { status: 408, failure: undefined }],
    ['429', error(429), { status: 429, failure: undefined }],
    ['500', error(500), { status: 500, failure: undefined }],
    ['503', error(503), { status: 503, failure: undefined }],
    ['599', error(599), { status: 599, failure: undefined }],
    [
      'a closed connection',
      closing,
      {
        status: undefined,
        failure: 'connection closed by peer before the answer was complete (UND_ERR_SOCKET)',
      },
    ],
    [
      'an answer cut off',
      cutOff,
      { status: 200, failure: 'connection closed by peer before the answer was complete (UND_ERR_SOCKET)' },
    ],
  ])('after %s', async (_, answer, attempt) => {
    const server = await startRawServer(answer, good);
    const { response, exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(response.message).toBe('ok');
    expect(exchange.attempts).toMatchObject([attempt, { status: 200, failure: undefined }]);
    const [first, second] = server.requests;
    expect(second).toEqual(first);
  });

  it('as often as the deployment says', async () => {
    expect((await failing([error(500)], { retries: { limit: 3, minIntervalMs: 0 } })).tries).toBe(4);
    expect((await failing([error(500)], { retries: 0 })).tries).toBe(1);
  });

  it('and tells of the last five tries', async () => {
    const { message } = await failing([error(500)], { retries: { limit: 8, minIntervalMs: 0 } });
    expect(message).toContain(`Attempts:  4 earlier | ${Array(5).fill('500 at +N ms').join(' | ')}\n`);
  });

  it('as often as the call says', async () => {
    const server = await startRawServer(error(500));
    await rejectionOf(clientAt(server.origin).inclusion(operationId, { retries: 0 }));
    expect(server.requests).toHaveLength(1);
  });

  it('after the pause that Retry-After asks for, in seconds', async () => {
    const server = await startRawServer(error(429, { 'retry-after': '1' }), good);
    const { exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(exchange.attempts[1]?.startedAfterMs).toBeGreaterThanOrEqual(999);
  });

  it('after the moment that Retry-After names', async () => {
    const moment = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const server = await startRawServer(error(503, { 'retry-after': moment.toUTCString() }), good);
    await clientAt(server.origin).simulate(fullRequest);
    expect(Date.now()).toBeGreaterThanOrEqual(moment.getTime() - 2);
  });

  it('and ends with the last answer', async () => {
    const { failure, message, tries } = await failing([closing, error(429), error(500)]);
    expect(failure).toMatchObject({
      code: 'HTTP_STATUS',
      status: 500,
      exchange: {
        response: {
          status: 500,
          headers: { 'content-type': 'application/json' },
          body: '{"error":"status 500"}',
        },
        attempts: [{ failure: expect.any(String) }, { status: 429 }, { status: 500 }],
      },
    });
    expect(tries).toBe(3);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging answered with status 500: status 500

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Received:  500, application/json, "{"error":"status 500"}"
      Attempts:  connection closed by peer before the answer was complete (UND_ERR_SOCKET) at +N ms | 429 at +N ms | 500 at +N ms
      What to do: look into the logs of the service: it failed"
    `);
  });
});

describe('a call is not tried again', () => {
  it.each([201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422])('after %d', async (status) => {
    const { failure, tries } = await failing([error(status, { 'retry-after': '0' })]);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status });
    expect(tries).toBe(1);
  });

  it('after a 400 whose body breaks off', async () => {
    const broken: RawAnswer = (socket) =>
      socket.end('HTTP/1.1 400 Bad\r\ncontent-length: 99\r\n\r\n{"error":"sh');
    const { failure, message, tries } = await failing([broken]);
    expect(failure).toMatchObject({
      code: 'HTTP_NETWORK',
      status: 400,
      exchange: { response: { body: '{"error":"sh' } },
    });
    expect(tries).toBe(1);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging broke off its answer: connection closed by peer before the answer was complete (UND_ERR_SOCKET)

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Received:  400, no content type, "{"error":"sh" and no more
      What to do: look into the logs of the service, or of a proxy before it"
    `);
  });

  it('when Retry-After asks for more time than is left', async () => {
    const { failure, message, tries } = await failing([error(429, { 'retry-after': '120' })]);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status: 429 });
    expect(tries).toBe(1);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging answered with status 429: status 429

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Received:  429, application/json, "{"error":"status 429"}"
      Retries:   ended; Retry-After asks for 2 min 0 s, which passes the deadline of 30 s (timeoutMs)
      What to do: send less at once, or raise retries and timeoutMs: the service limits the rate"
    `);
  });

  it('when the next pause passes the deadline', async () => {
    const { tries, message } = await failing([error(500)], {
      timeoutMs: 1000,
      retries: { limit: 9, minIntervalMs: 2 ** 31 - 1, maxIntervalMs: 2 ** 31 - 1 },
    });
    expect(tries).toBe(1);
    expect(message).toMatch(
      /Retries: {3}ended; the next is due after .*, which passes the deadline of 1 s \(timeoutMs\)/,
    );
  });
});

describe('a status that is an error', () => {
  it.each([
    [204, {}, 'check the base URL: the interface shows no such status'],
    [
      302,
      { location: 'https://sso.example.org/login?session=abcdef#top' },
      'set the base URL to where the service is: redirects are not followed, and this one leads to https://sso.example.org/login?session=[redacted]#top',
    ],
    [304, {}, 'set the base URL to where the service is: redirects are not followed'],
    [400, {}, 'read what the service says of the request; what was sent is in the exchange of this error'],
    [401, {}, 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION'],
    [404, {}, 'check the base URL and the chain names: the path may be wrong'],
    [418, {}, 'check the base URL: the interface shows no such status'],
  ])('says what to do: %d', async (status, headers, advice) => {
    const { message } = await failing([error(status, headers)]);
    expect(message.split('\n').at(-1)).toBe(`What to do: ${advice}`);
  });

  it.each([401, 403])('says whether credentials were sent: %d', async (status) => {
    const none = await failing([error(status)]);
    expect(none.message).toContain(
      `answered with status ${status}: status ${status}; it wants credentials and got none\n`,
    );
    const headers = { 'X-Api-Key': 'hunter2-hunter2', 'user-agent': 'suite' };
    const { message } = await failing([error(status)], { headers });
    expect(message).toContain(
      `${status}: status ${status}; it refused the credentials that were sent, in x-api-key\n`,
    );
    expect(message).toContain('What to do: look whether the credentials have expired');
  });

  it("says what to do: the observer's 404", async () => {
    const server = await startRawServer(error(404));
    const failure = await rejectionOf<HttpError>(clientAt(server.origin).inclusion(operationId));
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status: 404 });
    expect(steady(failure.message)).toMatchInlineSnapshot(`
      "The observer of staging answered with status 404: status 404

      Request:   GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0x7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c
      Received:  404, application/json, "{"error":"status 404"}"
      What to do: check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names"
    `);
  });

  it('that redirects is not followed: credentials reach no other origin', async () => {
    const other = await startRawServer(good);
    for (const location of [`${other.origin}/alpha/simulator/simulate-message`, '/elsewhere']) {
      const server = await startRawServer(error(307, { location }), good);
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
