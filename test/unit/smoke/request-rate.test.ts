import type { Clock } from 'crosscheck';
import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { expect, it } from 'vitest';
import { instantDispatcher } from '../../support/instant-dispatcher.js';
import { deploymentAt } from './service.js';

const dispatcher = instantDispatcher(() => [404, '{"error":"no"}']);

/** Returns the pauses between the requests of a run, in milliseconds. */
async function pausesOf(
  simulatorUrl: string,
  observerUrl: string,
  options: Partial<SmokeOptions> = {},
): Promise<number[]> {
  const pausesMs: number[] = [];
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    setTimeout(callback, ms) {
      // Longer timers are time limits, which are not reached.
      if (ms > 1000) return {};
      pausesMs.push(ms);
      nowMs += ms;
      setImmediate(callback);
      return {};
    },
    clearTimeout: () => {},
  };
  const deployment = deploymentAt(simulatorUrl, { observerUrl, dispatcher });
  const { requests } = await runSmoke({ deployment, samples: 0, clock, ...options });
  expect(requests).toBeGreaterThan(2);
  return [...new Set(pausesMs)];
}

it.each(['http://127.0.0.1:8080', 'http://127.8.0.1', 'http://[::1]:8080', 'http://localhost:8080'])(
  'sends to %s without pauses',
  async (url) => {
    expect(await pausesOf(url, url)).toEqual([]);
  },
);

it.each([
  ['http://127.example.org', 'http://127.example.org'],
  ['https://staging.example.org', 'https://staging.example.org'],
  ['http://localhost', 'https://observer.example.org'],
])('sends five requests a second to %s and %s', async (simulatorUrl, observerUrl) => {
  expect(await pausesOf(simulatorUrl, observerUrl)).toEqual([200]);
});

it('applies a given rate on loopback too', async () => {
  const url = 'http://localhost';
  expect(await pausesOf(url, url, { ratePerSecond: 2 })).toEqual([500]);
});
