import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Limiter, type Limits } from '../../../src/internal/limiter.js';
import { createHandClock } from '../../support/hand-clock.js';

/** Creates a limiter that notes when each task starts. */
function limited(limits: Partial<Limits>) {
  const clock = createHandClock(0);
  const limiter = new Limiter({ concurrency: 100, perSecond: Number.POSITIVE_INFINITY, ...limits }, clock);
  const started: [name: string, atMs: number][] = [];
  const enter = (name: string): (() => void) => {
    const start = (): void => void started.push([name, clock.now()]);
    limiter.enter(start);
    return start;
  };
  return { clock, limiter, started, enter };
}

describe('the concurrency', () => {
  it('is the limit of running tasks, which start in the order of entry', async () => {
    const { limiter, started, enter, clock } = limited({ concurrency: 2 });
    for (const name of ['a', 'b', 'c', 'd']) enter(name);
    expect(started.map(([name]) => name)).toEqual(['a', 'b']);
    limiter.end();
    await setImmediate();
    expect(started.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    limiter.end();
    limiter.end();
    await setImmediate();
    expect(started.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(clock.timers).toBe(0);
  });

  it('can be raised and lowered while tasks run', async () => {
    const { limiter, started, enter } = limited({ concurrency: 1 });
    for (const name of ['a', 'b', 'c', 'd']) enter(name);
    limiter.concurrency = 3;
    expect(started.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    limiter.concurrency = 2;
    limiter.end();
    await setImmediate();
    expect(started).toHaveLength(3);
    limiter.end();
    await setImmediate();
    expect(started).toHaveLength(4);
  });

  it('also limits tryEnter, which never overtakes a waiting task', async () => {
    const { limiter, enter, started } = limited({ concurrency: 1 });
    expect(limiter.tryEnter()).toBe(true);
    expect(limiter.tryEnter()).toBe(false);
    enter('a');
    limiter.end();
    expect(limiter.tryEnter()).toBe(false);
    await setImmediate();
    expect(started).toHaveLength(1);
    limiter.end();
    expect(limiter.tryEnter()).toBe(true);
  });

  it('is not used by a task that withdraws, even in the turn in which another one ends', async () => {
    const { limiter, started, enter } = limited({ concurrency: 1 });
    enter('a');
    const b = enter('b');
    enter('c');
    limiter.end();
    limiter.withdraw(b);
    await setImmediate();
    expect(started.map(([name]) => name)).toEqual(['a', 'c']);
  });
});

describe('the rate', () => {
  it('spaces starts evenly', () => {
    const { clock, started, enter } = limited({ perSecond: 10 });
    for (const name of ['a', 'b', 'c']) enter(name);
    clock.move(1000);
    expect(started).toEqual([
      ['a', 0],
      ['b', 100],
      ['c', 200],
    ]);
  });

  it('makes up for a delay of at most 100 ms if starts are closer than that', () => {
    const { clock, started, enter } = limited({ perSecond: 50 });
    enter('first');
    clock.move(1000);
    for (const name of 'abcdefgh') enter(name);
    clock.move(1000);
    expect(started.map(([, atMs]) => atMs)).toEqual([0, 1000, 1000, 1000, 1000, 1000, 1000, 1020, 1040]);
  });

  it('is not made up for after idle time', () => {
    const { clock, started, enter } = limited({ perSecond: 10 });
    enter('a');
    clock.move(1000);
    enter('b');
    enter('c');
    clock.move(1000);
    expect(started.map(([, atMs]) => atMs)).toEqual([0, 1000, 1100]);
  });

  it('does not fall if timers are late', () => {
    const hand = createHandClock(0);
    const clock = { ...hand, setTimeout: (call: () => void, ms: number) => hand.setTimeout(call, ms + 3) };
    const limiter = new Limiter({ concurrency: 100, perSecond: 1000 }, clock);
    const started: number[] = [];
    for (let task = 0; task < 100; task++) limiter.enter(() => started.push(hand.now()));
    hand.move(100);
    expect(started).toHaveLength(100);
  });

  it('is zero for as long as holdFor says', () => {
    const { clock, limiter, started, enter } = limited({});
    limiter.holdFor(500);
    limiter.holdFor(100);
    enter('a');
    clock.move(499);
    expect(started).toEqual([]);
    clock.move(1);
    expect(started).toEqual([['a', 500]]);
  });

  it('needs a timer only while a task waits for it', () => {
    const { clock, limiter, enter } = limited({ perSecond: 1 });
    enter('a');
    expect(clock.timers).toBe(0);
    const b = enter('b');
    expect(clock.timers).toBe(1);
    limiter.withdraw(b);
    expect(clock.timers).toBe(0);
  });
});
