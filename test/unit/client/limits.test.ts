import { getEventListeners } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpError } from '../../../src/errors.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf, steady } from './calls.js';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';
const silent: RawAnswer = () => {};
const stalling: RawAnswer = (socket) => socket.write(`${head}{"response":`);
const dripping: RawAnswer = (socket) => {
  socket.write(head);
  const drip = setInterval(() => socket.write(' '), 5);
  socket.on('close', () => clearInterval(drip));
};

const failing = async (answer: RawAnswer, options: Parameters<typeof clientAt>[1]) => {
  const server = await startRawServer(answer);
  const failure = await rejectionOf<HttpError>(clientAt(server.origin, options).simulate(fullRequest));
  return { failure, message: steady(failure.message), tries: server.requests.length };
};

describe('an attempt ends after attemptTimeoutMs', () => {
  it.each<[string, RawAnswer, number | undefined]>([
    ['never answers', silent, undefined],
    ['stalls in the body', stalling, 200],
    ['drips', dripping, 200],
  ])('when the service %s', async (_, answer, status) => {
    const { failure, tries } = await failing(answer, {
      attemptTimeoutMs: 250,
      retries: { limit: 1, minIntervalMs: 0 },
    });
    expect(failure).toMatchObject({ code: 'HTTP_TIMEOUT', status });
    expect(failure.exchange.attempts).toMatchObject([
      { status, failure: 'timed out' },
      { status, failure: 'timed out' },
    ]);
    expect(tries).toBe(2);
  });

  it('and says so', async () => {
    const { failure, message } = await failing(stalling, { attemptTimeoutMs: 250, retries: 0 });
    expect(failure.exchange.response?.body).toBe('{"response":');
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging gave no whole answer within 250 ms (attemptTimeoutMs)

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Received:  200, application/json, "{"response":" and no more
      What to do: look whether the service is overloaded, or raise attemptTimeoutMs"
    `);
  });

  it('of the call, where it has its own', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).inclusion(operationId, { attemptTimeoutMs: 20, retries: 0 });
    expect(await rejectionOf<HttpError>(call)).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The observer of staging gave no whole answer within 20 ms (attemptTimeoutMs)',
    });
  });
});

describe('a call ends at timeoutMs', () => {
  it('within an attempt', async () => {
    const { failure, message, tries } = await failing(silent, { timeoutMs: 250, attemptTimeoutMs: 10_000 });
    expect(failure.code).toBe('HTTP_TIMEOUT');
    expect(tries).toBe(1);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging gave no whole answer within 250 ms (timeoutMs)

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      What to do: look whether the service is overloaded, or raise timeoutMs"
    `);
  });

  it('of the call, where it has its own', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).inclusion(operationId, { timeoutMs: 20 });
    expect(await rejectionOf<HttpError>(call)).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The observer of staging gave no whole answer within 20 ms (timeoutMs)',
    });
  });

  it('within a later attempt', async () => {
    const { failure } = await failing(silent, {
      timeoutMs: 500,
      attemptTimeoutMs: 350,
      retries: { limit: 9, minIntervalMs: 0 },
    });
    expect(failure).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The simulator of staging gave no whole answer within 500 ms (timeoutMs)',
      exchange: { attempts: [{ failure: 'timed out' }, { failure: 'timed out' }] },
    });
  });
});

describe('a connection that fails', () => {
  it('is an error that says how', async () => {
    const failure = await rejectionOf<HttpError>(clientAt(await closedOrigin()).simulate(fullRequest));
    expect(failure).toMatchObject({
      code: 'HTTP_NETWORK',
      status: undefined,
      cause: { code: 'ECONNREFUSED' },
    });
    expect(failure.exchange.response).toBeUndefined();
    expect(failure.exchange.attempts).toHaveLength(3);
    expect(steady(failure.message)).toMatchInlineSnapshot(`
      "The simulator of staging could not be reached: connection refused (ECONNREFUSED)

      Request:   POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Attempts:  connection refused (ECONNREFUSED) at +N ms | connection refused (ECONNREFUSED) at +N ms | connection refused (ECONNREFUSED) at +N ms
      What to do: check the base URL, and that the service runs and can be reached from here"
    `);
  });

  it('is an error when what answers is not HTTP', async () => {
    const { failure } = await failing('SSH-2.0-OpenSSH_9.6\r\n\r\n', { retries: 0 });
    expect(failure).toMatchObject({
      code: 'HTTP_NETWORK',
      exchange: { attempts: [{ failure: expect.stringContaining('HTTP/1.1 protocol') }] },
    });
  });
});

describe('an abort', () => {
  const reason = new Error('enough');

  it('before the call sends nothing', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).simulate(fullRequest, { signal: AbortSignal.abort(reason) });
    expect(await rejectionOf(call)).toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, RawAnswer]>([
    ['the answer', silent],
    ['the body', stalling],
    ['a pause', answerOf(503, '', { 'retry-after': '20' })],
  ])('while %s is awaited rejects with the reason and is not tried again', async (_, answer) => {
    const controller = new AbortController();
    const server = await startRawServer((socket, request) => {
      if (typeof answer === 'function') answer(socket, request);
      else socket.write(answer);
      setTimeout(() => controller.abort(reason), 20);
    });
    const call = clientAt(server.origin).simulate(fullRequest, { signal: controller.signal });
    expect(await rejectionOf(call)).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves no listener behind', async () => {
    const server = await startRawServer(answerOf(503, ''), answerOf(200, '{"response":{}}'));
    const { signal } = new AbortController();
    await clientAt(server.origin).simulate(fullRequest, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('may be shared by many calls without a warning', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{}}'));
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const client = clientAt(server.origin);
    await Promise.all(Array.from({ length: 30 }, () => client.simulate(fullRequest, { signal })));
    await setImmediate();
    expect(warnings).toEqual([]);
  });
});

/** An origin where nothing listens any more. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
