import { createClient, waitForInclusion } from 'crosscheck';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { startScriptedObserver } from '../../support/scripted-observer.js';
import { caught, collected, id, included } from './observe.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('fake timers do not stop a wait', async () => {
  await using observer = await startScriptedObserver([collected, 'hang', included]);
  const client = createClient(observer.deployment());
  const { timeline, durationMs } = await waitForInclusion(client, id, {
    intervals: 5,
    attemptTimeoutMs: 500,
  });
  expect(timeline).toHaveLength(3);
  expect(durationMs).toBeGreaterThan(0);
});

it.each([null, 1])(
  'fake timers do not hold the connections of a wait, with connections: %s',
  async (connections) => {
    await using observer = await startScriptedObserver([...Array(10).fill(collected), included]);
    const dispatcher = new Agent({ connections });
    const client = createClient(observer.deployment({ dispatcher }));
    const { timeline } = await waitForInclusion(client, id, { intervals: 1 });
    expect(timeline.map(({ result }) => result.failure)).toEqual(Array(11).fill(undefined));
    await dispatcher.destroy();
  },
);

it('fake timers do not hold requests on connections that were open before', async () => {
  await using observer = await startScriptedObserver([included]);
  const client = createClient(observer.deployment({ timeoutMs: 1_000 }));
  const ids = Array.from({ length: 4 }, (_, index) => `${id.slice(0, -1)}${index}`);
  vi.useRealTimers();
  await Promise.all(ids.map((one) => client.inclusion(one)));
  vi.useFakeTimers();
  const records = await Promise.all(ids.map((one) => client.inclusion(one)));
  expect(records.map(({ verdict }) => verdict)).toEqual(ids.map(() => 'included'));
});

it('fake timers do not advance a wait', async () => {
  await using observer = await startScriptedObserver([collected]);
  const client = createClient(observer.deployment());
  const controller = new AbortController();
  let polls = 0;
  const outcome = caught<Error>(
    waitForInclusion(client, id, {
      intervals: 60_000,
      timeoutMs: 100_000,
      signal: controller.signal,
      onPoll: () => polls++,
    }),
  );
  await vi.waitUntil(() => polls === 1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(polls).toBe(1);
  controller.abort();
  expect(await outcome).toMatchObject({ code: 'INCLUSION_ABORTED' });
});

it('fake timers that were installed before the package was loaded are an error, unless a clock is passed', async () => {
  await using observer = await startScriptedObserver([included]);
  vi.resetModules();
  // Files that run after this one in its worker load it again.
  onTestFinished(() => void vi.useRealTimers().resetModules());
  const loadedLate = await import('crosscheck');
  const client = loadedLate.createClient(observer.deployment());
  const error = await caught<Error>(loadedLate.waitForInclusion(client, id));
  expect(error.message).toMatchInlineSnapshot(`
    "Fake timers were installed before crosscheck was loaded, so a wait cannot tell the time

    What to do: list crosscheck/vitest first in setupFiles, install fake timers in the tests that need them, or pass a clock"
  `);
  const clock = createHandClock();
  await loadedLate.waitForInclusion(client, id, { clock });
});
