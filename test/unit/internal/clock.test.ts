import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fullJitter, onAbort, sleep, withTimeLimit } from '../../../src/internal/clock.js';
import { createHandClock } from '../../support/hand-clock.js';

describe('fullJitter', () => {
  it('returns a random pause between zero and a bound that doubles up to its maximum', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => random.mockRestore());
    const bounds = [0, 1, 2, 3, 4, 100].map((retry) => fullJitter(retry, 100, 1000));
    expect(bounds).toEqual([100, 200, 400, 800, 1000, 1000]);
    random.mockReturnValue(0);
    expect(fullJitter(3, 100, 1000)).toBe(0);
    random.mockReturnValue(0.5);
    expect(fullJitter(3, 100, 1000)).toBe(400);
  });
});

describe('sleep', () => {
  it('ends at once with the reason of an abort, before or while it sleeps', async () => {
    const clock = createHandClock();
    const reason = new Error('enough');
    await expect(sleep(1e6, clock, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const sleeping = sleep(1e6, clock, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect(clock.timers).toBe(0);
  });
});

describe('onAbort', () => {
  it('calls many listeners without a leak warning, and leaves none behind', async () => {
    const controller = new AbortController();
    const called: number[] = [];
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const stops = Array.from({ length: 50 }, (_, index) =>
      onAbort(controller.signal, () => void called.push(index)),
    );
    for (const stop of stops.slice(2)) stop();
    controller.abort();
    expect(called).toEqual([0, 1]);
    for (const stop of stops) stop();
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

describe('withTimeLimit', () => {
  const never = new Promise<string>(() => {});
  const instead = (): string => 'too late';

  it('settles as the work does, and leaves nothing behind', async () => {
    const clock = createHandClock();
    const { signal } = new AbortController();
    expect(await withTimeLimit(Promise.resolve('it'), 10, instead, clock, signal)).toBe('it');
    await expect(withTimeLimit(Promise.reject(new Error('no')), 10, instead, clock, signal)).rejects.toThrow(
      'no',
    );
    expect(clock.timers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('returns the replacement when the time is up, and leaves nothing behind', async () => {
    const clock = createHandClock();
    const { signal } = new AbortController();
    const waiting = withTimeLimit(never, 10, instead, clock, signal);
    clock.move(10);
    expect(await waiting).toBe('too late');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects with the reason of an abort, before or while it waits', async () => {
    const clock = createHandClock();
    const reason = new Error('enough');
    await expect(withTimeLimit(never, 10, instead, clock, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = withTimeLimit(never, 10, instead, clock, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(clock.timers).toBe(0);
  });
});
