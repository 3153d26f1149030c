import {
  createClient,
  defineDeployment,
  type HttpError,
  InclusionUnknownError,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { startRawServer } from '../../support/raw-server.js';
import { type Answer, record, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, included, observe } from './observe.js';

describe('a failed poll', () => {
  it.each([
    ['408', status(408)],
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    ['a dropped connection', 'reset'],
  ] as const)('does not end the wait: %s', async (_, answer) => {
    const { client, observer } = await observe([answer, answer, included]);
    const { record, timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(record.verdict).toBe('included');
    expect(timeline).toHaveLength(3);
    expect(observer.polls).toHaveLength(3);
  });

  it.each([404, 429, 500])('does not end the wait with a body that is too large: %i', async (code) => {
    const long = status(code, { error: 'x'.repeat(5000) });
    const { client, observer } = await observe([long, included], { maxResponseBytes: 1000 });
    const { record, timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(record.verdict).toBe('included');
    expect(timeline.map(({ result }) => result.status)).toEqual([code, undefined]);
    expect(observer.polls).toHaveLength(2);
  });

  it('ends the wait with a 403, even when its body is incomplete', async () => {
    const head = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 500\r\n\r\n{"error":';
    const { origin, requests } = await startRawServer((socket) => void socket.end(head));
    const deployment = defineDeployment({ simulatorUrl: origin, observerUrl: origin });
    const error = await caught<InclusionUnknownError>(waitForInclusion(createClient(deployment), id));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.cause).toMatchObject({ status: 403 });
    expect(requests).toHaveLength(1);
    // What to do is said by the error of the poll, and is data as well as text.
    expect(error.advice).toBe((error.cause as HttpError).advice);
    expect(error.message).toContain(`What to do: ${error.advice}`);
  });

  it('is not retried by the client, so the timeline has every failure', async () => {
    const { client, observer } = await observe([status(503), included], { retries: 3 });
    const { timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(timeline.map(({ result }) => result.status)).toEqual([503, undefined]);
    expect(observer.polls).toHaveLength(2);
  });

  it('does not end the wait when no answer comes within attemptTimeoutMs', async () => {
    const { client, observer } = await observe(['hang', included]);
    const { timeline } = await waitForInclusion(client, id, { intervals: 0, attemptTimeoutMs: 500 });
    expect(timeline[0]?.result.failure).toBe('timed out');
    expect(observer.polls).toHaveLength(2);
    await expect.poll(() => observer.abandoned).toBe(1);
  });

  it('is followed by the pause in Retry-After', async () => {
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

  it('is followed by the pause of the schedule when Retry-After is shorter', async () => {
    const { client } = await observe([status(429, {}, { 'retry-after': '1' }), included]);
    const { outcome, pauses } = waitTimelessly(client, id, { intervals: 4000 });
    await outcome;
    expect(pauses).toEqual([4000]);
  });

  const fatal: [string, Answer, string][] = [
    ['400', status(400, { error: 'bad operation id' }), 'HTTP_STATUS'],
    ['401', status(401), 'HTTP_STATUS'],
    ['403', status(403), 'HTTP_STATUS'],
    ['a redirect', status(302, {}, { location: '/login' }), 'HTTP_STATUS'],
    ['HTML', { status: 200, body: '<!doctype html><title>Login</title>' }, 'HTTP_BODY_NOT_JSON'],
    ['incomplete JSON', { status: 200, body: '{"response": {' }, 'HTTP_BODY_NOT_JSON'],
    ['JSON of another shape', record({ stage: 7 }), 'SCHEMA_MISMATCH'],
    ['no response member', status(200, {}), 'SCHEMA_MISMATCH'],
  ];

  it.each(fatal)('ends the wait at once: %s', async (_, answer, code) => {
    const { client, observer } = await observe([answer]);
    const error = await caught<InclusionUnknownError>(waitForInclusion(client, id));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.cause).toMatchObject({ code });
    expect(observer.polls).toHaveLength(1);
  });

  it.each(fatal)('does not end the wait when ignoreErrors returns true: %s', async (_, answer, code) => {
    const { client, observer } = await observe([answer, included]);
    const seen: unknown[] = [];
    const ignoreErrors = (error: unknown): boolean => seen.push(error) > 0;
    await waitForInclusion(client, id, { intervals: 0, ignoreErrors });
    expect(observer.polls).toHaveLength(2);
    expect(seen).toMatchObject([{ code }]);
  });

  it('does not end the wait with ignoreErrors: true, which then ends as unknown, not as a timeout', async () => {
    const { client } = await observe([status(401)]);
    const { outcome } = waitTimelessly(client, id, { timeoutMs: 100, intervals: 50, ignoreErrors: true });
    const error = await caught<InclusionUnknownError>(outcome);
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.timeline).toHaveLength(3);
  });

  it('ends the wait when ignoreErrors returns false', async () => {
    const { client, observer } = await observe([status(401), included]);
    await expect(
      waitForInclusion(client, id, { intervals: 0, ignoreErrors: () => false }),
    ).rejects.toBeInstanceOf(InclusionUnknownError);
    expect(observer.polls).toHaveLength(1);
  });

  it('ends the wait with a usage error when a convention or the headers function throws', async () => {
    const isIncluded = (): boolean => {
      throw new RangeError('predicate is broken');
    };
    const predicate = await observe([included], { conventions: { isIncluded } });
    const error = await caught<UsageError>(waitForInclusion(predicate.client, id));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/^The convention isIncluded threw: predicate is broken/);
    const headers = await observe([included], { headers: () => Promise.reject(new Error('no token')) });
    await expect(waitForInclusion(headers.client, id)).rejects.toThrow(
      /^The headers function of staging failed/,
    );
  });

  it('goes on after a failure of the headers function that ignoreErrors accepts', async () => {
    let calls = 0;
    const headers = async (): Promise<Record<string, string>> => {
      if (++calls === 1) throw new Error('no token yet');
      return {};
    };
    const { client } = await observe([included], { headers });
    const options = { intervals: 0, ignoreErrors: (error: unknown) => error instanceof UsageError };
    await expect(waitForInclusion(client, id, options)).resolves.toHaveProperty('timeline.length', 2);
  });

  it('is described when nothing listens on the port', async () => {
    const observer = await startScriptedObserver([included]);
    await observer[Symbol.asyncDispose]();
    const client = createClient(observer.deployment());
    const { outcome } = waitTimelessly(client, id, { timeoutMs: 10, intervals: 5 });
    const error = await caught<Error>(outcome);
    expect(error.message).toMatch(/Timeline: +\+0 ms ×3 connection refused/);
  });
});

it('names the members of an answer of another shape', async () => {
  const { client } = await observe([record({ stage: 5, success: 'yes' })]);
  const error = await caught<Error>(waitForInclusion(client, id, { timeoutMs: 0 }));
  expect(error.message).toContain(
    'Last error: ' +
      'The observer of staging answered 200 with JSON that does not match the interface\n' +
      '            - response.stage: expected string, received integer\n' +
      '            - response.success: expected boolean, received string\n',
  );
});
