import { createClient, defineDeployment, InclusionUnknownError, waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { startRawServer } from '../../support/raw-server.js';
import { type Answer, record, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, included, observe } from './observe.js';

describe('a probe that fails', () => {
  it.each([
    ['408', status(408)],
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    ['a dropped connection', 'reset'],
  ] as const)('with %s is not the end', async (_, answer) => {
    const { client, observer } = await observe([answer, answer, included]);
    await expect(waitForInclusion(client, id, { intervals: 0 })).resolves.toBeDefined();
    expect(observer.polls).toHaveLength(3);
  });

  it.each([404, 429, 500])('with %i is not the end, however long its body is', async (code) => {
    const long = status(code, { error: 'x'.repeat(5000) });
    const { client, observer } = await observe([long, included], { maxResponseBytes: 1000 });
    await expect(waitForInclusion(client, id, { intervals: 0 })).resolves.toBeDefined();
    expect(observer.polls).toHaveLength(2);
  });

  it('with 403 is the end, also when its body breaks off', async () => {
    const head = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 500\r\n\r\n{"error":';
    const { origin, requests } = await startRawServer((socket) => void socket.end(head));
    const deployment = defineDeployment({ simulatorUrl: origin, observerUrl: origin });
    const error = await caught<InclusionUnknownError>(waitForInclusion(createClient(deployment), id));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.cause).toMatchObject({ status: 403 });
    expect(requests).toHaveLength(1);
  });

  it('is not sent again by itself: a wait sees every failure', async () => {
    const { client, observer } = await observe([status(503), included], { retries: 3 });
    const { timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(timeline.map(({ result }) => result.status)).toEqual([503, undefined]);
    expect(observer.polls).toHaveLength(2);
  });

  it('for want of an answer in attemptTimeoutMs is not the end', async () => {
    const { client, observer } = await observe(['hang', included]);
    const { timeline } = await waitForInclusion(client, id, { intervals: 0, attemptTimeoutMs: 500 });
    expect(timeline[0]?.result.failure).toBe('timed out');
    expect(observer.polls).toHaveLength(2);
    await expect.poll(() => observer.abandoned).toBe(1);
  });

  it('is waited out for as long as Retry-After asks', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    const { client } = await observe([
      status(429, {}, { 'retry-after': '7' }),
      status(503, {}, { 'retry-after': later }),
      included,
    ]);
    const { outcome, pauses } = waitTimelessly(client, id, { intervals: 100, timeoutMs: 7_200_000 });
    await outcome;
    expect(pauses[0]).toBe(7000);
    expect(pauses[1]).toBeGreaterThan(3_500_000);
  });

  it('is waited out by the schedule when Retry-After asks for less', async () => {
    const { client } = await observe([status(429, {}, { 'retry-after': '1' }), included]);
    const { outcome, pauses } = waitTimelessly(client, id, { intervals: 4000 });
    await outcome;
    expect(pauses).toEqual([4000]);
  });

  const hopeless: [string, Answer, string][] = [
    ['400', status(400, { error: 'bad operation id' }), 'HTTP_STATUS'],
    ['401', status(401), 'HTTP_STATUS'],
    ['403', status(403), 'HTTP_STATUS'],
    ['a redirect', status(302, {}, { location: '/login' }), 'HTTP_STATUS'],
    ['HTML', { status: 200, body: '<!doctype html><title>Login</title>' }, 'HTTP_BODY_NOT_JSON'],
    ['half an answer', { status: 200, body: '{"response": {' }, 'HTTP_BODY_NOT_JSON'],
    ['another shape', record({ stage: 7 }), 'SCHEMA_MISMATCH'],
    ['no response member', status(200, {}), 'SCHEMA_MISMATCH'],
  ];

  it.each(hopeless)('with %s ends the wait at once', async (_, answer, code) => {
    const { client, observer } = await observe([answer]);
    const error = await caught<InclusionUnknownError>(waitForInclusion(client, id));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.cause).toMatchObject({ code });
    expect(observer.polls).toHaveLength(1);
  });

  it.each(hopeless)('with %s is passed over on demand', async (_, answer, code) => {
    const { client, observer } = await observe([answer, included]);
    const seen: unknown[] = [];
    const ignoreErrors = (error: unknown): boolean => seen.push(error) > 0;
    await waitForInclusion(client, id, { intervals: 0, ignoreErrors });
    expect(observer.polls).toHaveLength(2);
    expect(seen).toMatchObject([{ code }]);
  });

  it('is passed over whatever it is with ignoreErrors: true, and still no timeout', async () => {
    const { client } = await observe([status(401)]);
    const { outcome } = waitTimelessly(client, id, { timeoutMs: 100, intervals: 50, ignoreErrors: true });
    const error = await caught<InclusionUnknownError>(outcome);
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.timeline).toHaveLength(3);
  });

  it('ends the wait when ignoreErrors refuses it', async () => {
    const { client, observer } = await observe([status(401), included]);
    await expect(
      waitForInclusion(client, id, { intervals: 0, ignoreErrors: () => false }),
    ).rejects.toBeInstanceOf(InclusionUnknownError);
    expect(observer.polls).toHaveLength(1);
  });

  it('because of a predicate or a headers function that throws says so', async () => {
    const predicate = await observe([included], {
      conventions: {
        isIncluded: () => {
          throw new RangeError('predicate is broken');
        },
      },
    });
    const error = await caught<InclusionUnknownError>(waitForInclusion(predicate.client, id));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.message).toContain('Last error: The convention isIncluded threw: predicate is broken');
    const headers = await observe([included], { headers: () => Promise.reject(new Error('no token')) });
    await expect(waitForInclusion(headers.client, id)).rejects.toBeInstanceOf(InclusionUnknownError);
  });

  it('at a closed port names the failure', async () => {
    const observer = await startScriptedObserver([included]);
    await observer[Symbol.asyncDispose]();
    const client = createClient(observer.deployment());
    const { outcome } = waitTimelessly(client, id, { timeoutMs: 10, intervals: 5 });
    const error = await caught<Error>(outcome);
    expect(error.message).toMatch(/Timeline: +\+0 ms ×3 connection refused/);
  });
});
