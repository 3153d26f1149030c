import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { HttpError } from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { realClock } from '../../../src/internal/clock.js';
import { createPatientClock, type HandClock } from '../../support/hand-clock.js';
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

/** Replaces the clock of clients, until the end of the test, by one that moves only when this test does so. */
function clientClock(): HandClock {
  const clock = createPatientClock();
  for (const name of ['now', 'setTimeout', 'clearTimeout'] as const)
    vi.spyOn(realClock, name).mockImplementation(clock[name] as never);
  onTestFinished(() => void vi.restoreAllMocks());
  return clock;
}

/** Calls back each time a client has read a piece of a body. */
function onPieceRead(callback: () => void): void {
  const read = (): void => void setImmediate().then(callback);
  subscribe('undici:request:bodyChunkReceived', read);
  onTestFinished(() => void unsubscribe('undici:request:bodyChunkReceived', read));
}

/** Makes a call to a service that does not answer in time: the time passes once the service, or the client, has got so far. */
const failing = async (
  answer: RawAnswer,
  options: Parameters<typeof clientAt>[1] & { readonly attemptTimeoutMs: number },
) => {
  const clock = clientClock();
  // Code of other tests in this worker may have timers too, which may be due before.
  const timeOut = (): void => clock.move(options.attemptTimeoutMs);
  if (answer === stalling) onPieceRead(timeOut);
  if (answer === dripping) onPieceRead(() => clock.move(50));
  const server = await startRawServer((socket, request) => {
    if (typeof answer === 'function') answer(socket, request);
    if (answer === silent) timeOut();
  });
  const failure = await rejectionOf<HttpError>(clientAt(server.origin, options).simulate(fullRequest));
  return { failure, message: steady(failure.message), tries: server.requests.length };
};

describe('attemptTimeoutMs', () => {
  it.each<[string, RawAnswer, number | undefined]>([
    ['never answers', silent, undefined],
    ['stops in the middle of the body', stalling, 200],
    ['sends one byte at a time', dripping, 200],
  ])('ends an attempt when the service %s', async (_, answer, status) => {
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

  it('is named in the message', async () => {
    const { failure, message } = await failing(stalling, { attemptTimeoutMs: 250, retries: 0 });
    expect(failure.exchange.response?.body).toBe('{"response":');
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging sent no complete answer within 250 ms (attemptTimeoutMs)

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   200, application/json, "{"response":" and no more
      Trace ID:   TRACE
      What to do: check whether the service is overloaded, or raise attemptTimeoutMs"
    `);
  });

  it('of the call takes precedence over that of the deployment', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).inclusion(operationId, { attemptTimeoutMs: 20, retries: 0 });
    expect(await rejectionOf<HttpError>(call)).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The observer of staging sent no complete answer within 20 ms (attemptTimeoutMs)',
    });
  });
});

describe('timeoutMs', () => {
  it('ends a call within its first attempt', async () => {
    const { failure, message, tries } = await failing(silent, { timeoutMs: 250, attemptTimeoutMs: 10_000 });
    expect(failure.code).toBe('HTTP_TIMEOUT');
    expect(tries).toBe(1);
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging sent no complete answer within 250 ms (timeoutMs)

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Trace ID:   TRACE
      What to do: check whether the service is overloaded, or raise timeoutMs"
    `);
  });

  it('of the call takes precedence over that of the deployment', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).inclusion(operationId, { timeoutMs: 20 });
    expect(await rejectionOf<HttpError>(call)).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The observer of staging sent no complete answer within 20 ms (timeoutMs)',
    });
  });

  it('ends a call within a later attempt', async () => {
    const { failure } = await failing(silent, {
      timeoutMs: 500,
      attemptTimeoutMs: 350,
      retries: { limit: 9, minIntervalMs: 0 },
    });
    expect(failure).toMatchObject({
      code: 'HTTP_TIMEOUT',
      summary: 'The simulator of staging sent no complete answer within 500 ms (timeoutMs)',
      exchange: { attempts: [{ failure: 'timed out' }, { failure: 'timed out' }] },
    });
  });
});

describe('an abort', () => {
  const reason = new Error('enough');

  it('before the call prevents the request', async () => {
    const server = await startRawServer(silent);
    const call = clientAt(server.origin).simulate(fullRequest, { signal: AbortSignal.abort(reason) });
    expect(await rejectionOf(call)).toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, RawAnswer]>([
    ['the wait for an answer', silent],
    ['the body', stalling],
    ['a pause', answerOf(503, '', { 'retry-after': '20' })],
  ])('during %s rejects with the reason, without another attempt', async (_, answer) => {
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

  it('leaves no listener on the signal', async () => {
    const server = await startRawServer(answerOf(503, ''), answerOf(200, '{"response":{}}'));
    const { signal } = new AbortController();
    await clientAt(server.origin).simulate(fullRequest, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('signal can be shared by many calls without a warning', async () => {
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
