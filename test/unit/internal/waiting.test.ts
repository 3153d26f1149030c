import { describe, expect, it, vi } from 'vitest';
import { fullJitter } from '../../../src/internal/backoff.js';
import { realClock } from '../../../src/internal/clock.js';
import { sleep } from '../../../src/internal/sleep.js';

describe('fullJitter', () => {
  it('draws between zero and a bound that doubles up to its maximum', () => {
    const bounds = [0, 1, 2, 3, 4, 100].map((retry) => fullJitter(retry, 100, 1000, () => 1));
    expect(bounds).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(fullJitter(3, 100, 1000, () => 0)).toBe(0);
    expect(fullJitter(3, 100, 1000, () => 0.5)).toBe(400);
  });
});

describe('the real clock', () => {
  it('is out of the reach of fake timers', async () => {
    vi.useFakeTimers();
    try {
      const before = realClock.now();
      await sleep(5, realClock);
      expect(realClock.now()).toBeGreaterThan(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('sleep', () => {
  it('ends at once with the reason of an abort, before or while it sleeps', async () => {
    const reason = new Error('enough');
    await expect(sleep(1e6, realClock, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const sleeping = sleep(1e6, realClock, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });
});
