import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchAbort } from '../../../src/internal/abort-watchers.js';
import { withTimeLimit } from '../../../src/internal/time-limit.js';
import { createHandClock } from '../../support/hand-clock.js';

describe('watching a signal', () => {
  it('costs it one listener, however many watch, and none when nobody does', () => {
    const controller = new AbortController();
    const called: number[] = [];
    const watches = Array.from({ length: 50 }, (_, index) =>
      watchAbort(controller.signal, () => void called.push(index)),
    );
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    for (const watch of watches.slice(2)) watch?.end();
    controller.abort();
    expect(called).toEqual([0, 1]);
    for (const watch of watches) watch?.end();
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('may end while others are called', () => {
    const controller = new AbortController();
    const called: string[] = [];
    watchAbort(controller.signal, () => {
      called.push('early');
      late?.end();
    });
    const late = watchAbort(controller.signal, () => void called.push('late'));
    controller.abort();
    expect(called).toEqual(['early']);
  });
});

describe('a time limit', () => {
  const never = new Promise<string>(() => {});
  const instead = (): string => 'too late';

  it('gives what came, and leaves nothing behind', async () => {
    const clock = createHandClock();
    const { signal } = new AbortController();
    expect(await withTimeLimit(Promise.resolve('it'), 10, instead, clock, signal)).toBe('it');
    await expect(withTimeLimit(Promise.reject(new Error('no')), 10, instead, clock, signal)).rejects.toThrow(
      'no',
    );
    expect(clock.timers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives something else when the time is up, and leaves nothing behind', async () => {
    const clock = createHandClock();
    const { signal } = new AbortController();
    const waiting = withTimeLimit(never, 10, instead, clock, signal);
    clock.move(10);
    expect(await waiting).toBe('too late');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is ended by an abort, before or meanwhile, with its reason', async () => {
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
