import type { FaultRule } from 'crosscheck/local';
import { afterEach, expect, it, vi } from 'vitest';
import { realClock } from '../../../../src/internal/clock.js';
import { operationId, serveWithFaults } from './serve-with-faults.js';

const hourMs = 3_600_000;
const stalls: readonly FaultRule[] = [
  { fault: 'stall-headers' },
  { fault: 'stall-headers', ms: hourMs },
  { fault: 'stall-body' },
  { fault: 'stall-body', ms: hourMs },
  { fault: 'delay', ms: hourMs },
];

afterEach(() => vi.restoreAllMocks());

/** Watches the timers of an hour that are set and not cleared. */
function watchTimers(): ReadonlySet<unknown> {
  const timers = new Set<unknown>();
  const { setTimeout, clearTimeout } = realClock;
  vi.spyOn(realClock, 'setTimeout').mockImplementation((callback, ms) => {
    const timer = setTimeout(callback, ms);
    if (ms === hourMs) timers.add(timer);
    return timer;
  });
  vi.spyOn(realClock, 'clearTimeout').mockImplementation((timer) => {
    timers.delete(timer);
    clearTimeout(timer);
  });
  return timers;
}

it.each(stalls)('ends %j when the deployment stops, and leaves no timer', async (rule) => {
  const timers = watchTimers();
  const { client, listener, faults } = await serveWithFaults([rule]);
  const asked = client({ retries: 0 })
    .inclusion(operationId)
    .catch((error: unknown) => error);
  await expect.poll(() => faults.list()[0]?.triggered).toBe(1);
  expect(timers.size).toBe(rule.ms === undefined ? 0 : 1);
  await listener.stop();
  expect(await asked).toMatchObject({ code: 'HTTP_NETWORK' });
  await expect.poll(() => timers.size).toBe(0);
});

it.each(stalls)('ends %j when the client leaves, and serves on', async (rule) => {
  const timers = watchTimers();
  const { client, faults } = await serveWithFaults([{ ...rule, times: 1 }]);
  const leaving = new AbortController();
  const asked = client()
    .inclusion(operationId, { signal: leaving.signal })
    .catch((error: unknown) => error);
  await expect.poll(() => faults.list()[0]?.triggered).toBe(1);
  leaving.abort(new Error('left'));
  expect(await asked).toMatchObject({ message: 'left' });
  await expect.poll(() => timers.size).toBe(0);
  expect((await client().inclusion(operationId)).response.stage).toBe('executedInALPHA');
});
