import type { HttpError } from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

describe('the client retries a call', () => {
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
      'an incomplete answer',
      cutOff,
      { status: 200, failure: 'connection closed by peer before the answer was complete (UND_ERR_SOCKET)' },
    ],
  ])('after %s', async (_, answer, attempt) => {
    const server = await startRawServer(answer, good);
    const { response, exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(response.message).toBe('ok');
    expect(exchange.attempts).toMatchObject([attempt, { status: 200, failure: undefined }]);
    const [first, second] = server.requests.map(({ headers: { traceparent, ...headers }, ...request }) => ({
      ...request,
      headers,
    }));
    expect(second).toEqual(first);
  });

  it('as often as the deployment allows', async () => {
    expect((await failing([error(500)], { retries: { limit: 3, minIntervalMs: 0 } })).tries).toBe(4);
    expect((await failing([error(500)], { retries: 0 })).tries).toBe(1);
  });

  it('and shows the last five attempts in the message', async () => {
    const { message } = await failing([error(500)], { retries: { limit: 8, minIntervalMs: 0 } });
    expect(message).toContain(`Attempts:   4 earlier | ${Array(5).fill('500 at +N ms').join(' | ')}\n`);
  });

  it('as often as the call allows', async () => {
    const server = await startRawServer(error(500));
    await rejectionOf(clientAt(server.origin).inclusion(operationId, { retries: 0 }));
    expect(server.requests).toHaveLength(1);
  });

  it('after the seconds in Retry-After', async () => {
    const server = await startRawServer(error(429, { 'retry-after': '1' }), good);
    const { exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(exchange.attempts[1]?.startedAfterMs).toBeGreaterThanOrEqual(999);
  });

  it('after the date in Retry-After', async () => {
    const moment = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const server = await startRawServer(error(503, { 'retry-after': moment.toUTCString() }), good);
    await clientAt(server.origin).simulate(fullRequest);
    expect(Date.now()).toBeGreaterThanOrEqual(moment.getTime() - 2);
  });

  it('and reports the last answer when every attempt failed', async () => {
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

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   500, application/json, "{"error":"status 500"}"
      Attempts:   connection closed by peer before the answer was complete (UND_ERR_SOCKET) at +N ms | 429 at +N ms | 500 at +N ms
      Trace ID:   TRACE
      What to do: read the response of the service, or check its logs"
    `);
  });
});

describe('the client does not retry a call', () => {
  it.each([201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422])('after %d', async (status) => {
    const { failure, tries } = await failing([error(status, { 'retry-after': '0' })]);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status });
    expect(tries).toBe(1);
  });

  it('after a 200 from a cache', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{}}', { age: '60' }), good);
    await clientAt(server.origin).simulate(fullRequest);
    expect(server.requests).toHaveLength(1);
  });

  it('after a 400 with an incomplete body', async () => {
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
      "The simulator of staging sent an incomplete answer: connection closed by peer before the answer was complete (UND_ERR_SOCKET)

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   400, no content type, "{"error":"sh" and no more
      Trace ID:   TRACE
      What to do: check the service's logs, or those of a proxy before it"
    `);
  });

  it('when Retry-After asks for more time than the call has left', async () => {
    const { failure, message, tries } = await failing([error(429, { 'retry-after': '120' })]);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', status: 429 });
    expect(tries).toBe(1);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging answered with status 429: status 429

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   429, application/json, "{"error":"status 429"}"
      Trace ID:   TRACE
      Retries:    ended; Retry-After asks for 2 min, which passes the deadline of 30 s (timeoutMs)
      What to do: lower the concurrency or the rate, or raise retries and timeoutMs: the service limits the rate"
    `);
  });

  it('when Retry-After asks for more time than the default in Jest', async () => {
    vi.stubEnv('JEST_WORKER_ID', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { message } = await failing([error(429, { 'retry-after': '120' })]);
    expect(message).toContain('the deadline of 3.5 s (timeoutMs, which is 3.5 s by default in Jest)');
  });

  it('when the next pause would pass the deadline', async () => {
    const { tries, message } = await failing([error(500)], {
      timeoutMs: 1000,
      retries: { limit: 9, minIntervalMs: 2 ** 31 - 1, maxIntervalMs: 2 ** 31 - 1 },
    });
    expect(tries).toBe(1);
    expect(message).toMatch(
      /Retries: {4}ended; the next is due after .*, which passes the deadline of 1 s \(timeoutMs\)/,
    );
  });
});

describe('Retry-After', () => {
  /** A pause that Retry-After does not set passes the deadline. */
  const endlessPauses = {
    timeoutMs: 1000,
    retries: { limit: 1, minIntervalMs: 2 ** 31 - 1, maxIntervalMs: 2 ** 31 - 1 },
  };

  it.each(['0', 'Wed, 31 Dec 2025 23:59:00 GMT', 'Wednesday, 31-Dec-25 23:59:00 GMT'])(
    'allows the next attempt at once: %s',
    async (value) => {
      const server = await startRawServer(error(503, { 'retry-after': value }), good);
      const { attempts } = await clientAt(server.origin, endlessPauses).simulate(fullRequest);
      expect(attempts).toMatchObject([{ status: 503 }, { status: 200 }]);
    },
  );

  it.each([
    [' 120 ', /^2 min$/],
    [new Date(Date.now() + 3_600_000).toUTCString(), /^(?:59 min \d+|60 min 0) s$/],
    ['9'.repeat(400), /^35791 min 24 s$/],
    ['Thu, 01 Jan 2099 00:00:00 GMT', /^35791 min 24 s$/],
  ])('sets the pause: %s', async (value, pause) => {
    const { message } = await failing([error(503, { 'retry-after': value })], endlessPauses);
    expect(/Retry-After asks for (.*), which passes the deadline/.exec(message)?.[1]).toMatch(pause);
  });

  it.each(['', 'soon', '-1', '1.5', '1,2', '1e3', '0x10', '2026-01-01', 'Thu, 99 Jan 2026 GMT'])(
    'is ignored when it is neither seconds nor a date: "%s"',
    async (value) => {
      const { message } = await failing([error(503, { 'retry-after': value })], endlessPauses);
      expect(message).toContain('Retries:    ended; the next is due after ');
    },
  );
});

describe('a call that succeeds after retries', () => {
  it('lists its attempts in the result, with the reason of each retry', async () => {
    const server = await startRawServer(
      answerOf(503, '{"error":"pool exhausted"}'),
      (socket) => socket.destroy(),
      answerOf(200, '{"response":{"simulationStatus":true,"stage":"start"}}'),
    );
    const client = clientAt(server.origin);
    const { attempts } = await client.simulate(fullRequest);
    expect(attempts).toMatchObject([
      { status: 503, reason: 'status 503: pool exhausted' },
      { reason: expect.stringContaining('(UND_ERR_SOCKET)') },
      { status: 200, reason: undefined },
    ]);
    expect((await client.inclusion(operationId)).attempts).toMatchObject([
      { status: 200, reason: undefined },
    ]);
  });
});
