import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { createSchedule, type Schedule, standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createHandClock } from '../../../support/hand-clock.js';

type Callback = (atMs: number) => Promise<void> | void;

/** A schedule whose events are what is to be called. */
const scheduleOf = (clock: Clock): Schedule<Callback> =>
  createSchedule<Callback>(clock, (callback, atMs) => callback(atMs));

const stopped = expect.objectContaining({ code: 'DEPLOYMENT_STOPPED' });

describe('a schedule whose clock stands still', () => {
  it('runs what is due by their times, and then in the order in which they were added', async () => {
    const schedule = scheduleOf(standingClock);
    const seen: string[] = [];
    schedule.at(20, async (atMs) => {
      await turn();
      seen.push(`slow ${atMs}`);
      schedule.at(15, () => void seen.push('belated'));
      schedule.at(25, () => void seen.push('nested'));
    });
    schedule.at(20, () => void seen.push('quick'));
    schedule.at(10, (atMs) => void seen.push(`first ${atMs}`));
    schedule.at(31, () => void seen.push('later'));

    await schedule.advance(30);
    expect(seen).toEqual(['first 10', 'slow 20', 'belated', 'quick', 'nested']);
    await schedule.advance(1);
    expect(seen.at(-1)).toBe('later');
    expect(schedule.now()).toBe(31);
  });

  it('runs nothing twice when several advance at once', async () => {
    const schedule = scheduleOf(standingClock);
    const seen: number[] = [];
    for (const atMs of [10, 20, 30])
      schedule.at(atMs, async () => {
        await turn();
        seen.push(atMs);
      });
    await Promise.all([schedule.advance(10), schedule.advance(10), schedule.advance(10)]);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('stands still for good when an event fails', async () => {
    const schedule = scheduleOf(standingClock);
    const fault = new Error('no more');
    const seen: string[] = [];
    schedule.at(10, () => Promise.reject(fault));
    schedule.at(20, () => void seen.push('after it'));
    schedule.assertRunning();
    await expect(schedule.advance(15)).rejects.toBe(fault);
    await expect(schedule.advance(15)).rejects.toBe(fault);
    expect(() => schedule.assertRunning()).toThrow(fault);
    expect(seen).toEqual([]);
    await schedule.stop();
  });

  it('waits for the running event when it is stopped, and runs no other', async () => {
    const schedule = scheduleOf(standingClock);
    const seen: string[] = [];
    schedule.at(10, async () => {
      await turn();
      seen.push('running');
    });
    schedule.at(10, () => void seen.push('next'));
    const advanced = schedule.advance(10).catch((error: unknown) => error);
    await Promise.resolve();
    await Promise.all([schedule.stop(), schedule.stop()]);
    expect(seen).toEqual(['running']);
    expect(await advanced).toEqual(stopped);
    await expect(schedule.advance(0)).rejects.toEqual(stopped);
  });
});

describe('a schedule with a clock', () => {
  it('has a timer only while there is something to come', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    expect(clock.timers).toBe(0);
    schedule.at(30, () => {});
    schedule.at(10, () => {});
    schedule.at(20, () => {});
    expect(clock.timers).toBe(1);
    await schedule.advance(30);
    expect(clock.timers).toBe(0);
  });

  it('wakes for each event by itself', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    const seen: number[] = [];
    for (const atMs of [20, 10]) schedule.at(atMs, () => void seen.push(atMs));
    clock.move(9);
    await turn();
    expect(seen).toEqual([]);
    clock.move(1);
    await turn();
    expect(seen).toEqual([10]);
    clock.move(10);
    await turn();
    expect(seen).toEqual([10, 20]);
    expect(clock.timers).toBe(0);
  });

  it('keeps the error of a timer for the next call', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    const fault = new Error('inconclusive');
    schedule.at(10, () => Promise.reject(fault));
    clock.move(10);
    await turn();
    expect(() => schedule.assertRunning()).toThrow(fault);
    await expect(schedule.advance(0)).rejects.toBe(fault);
  });

  it('leaves no timer behind when it is stopped', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    schedule.at(10, () => {});
    await schedule.stop();
    expect(clock.timers).toBe(0);
  });
});

describe('a schedule that is frozen', () => {
  it('stands still where it is, and goes on from there', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    const seen: number[] = [];
    schedule.at(10, (atMs) => void seen.push(atMs));
    clock.move(4);
    await schedule.freeze();
    await schedule.freeze();
    clock.move(100);
    await turn();
    expect([schedule.now(), schedule.isFrozen(), clock.timers, seen]).toEqual([4, true, 0, []]);
    await schedule.resume();
    clock.move(5);
    await turn();
    expect([schedule.now(), schedule.isFrozen(), seen]).toEqual([9, false, []]);
    clock.move(1);
    await turn();
    expect(seen).toEqual([10]);
  });

  it('is moved by advance alone, and does what is due at once', async () => {
    const clock = createHandClock();
    const schedule = scheduleOf(clock);
    const seen: number[] = [];
    await schedule.freeze();
    for (const atMs of [0, 10]) schedule.at(atMs, () => void seen.push(atMs));
    clock.moveToNext();
    await turn();
    expect(seen).toEqual([0]);
    await schedule.advance(10);
    expect(seen).toEqual([0, 10]);
  });
});

describe('a task between events', () => {
  it('comes after what was due by its call, and before anything else', async () => {
    const schedule = scheduleOf(standingClock);
    const seen: string[] = [];
    schedule.at(10, async () => {
      await turn();
      seen.push('due');
    });
    schedule.at(11, () => void seen.push('later'));
    const advanced = schedule.advance(10);
    const task = schedule.between(async (atMs) => {
      seen.push(`task ${atMs}`);
      await turn();
      seen.push('end of task');
      return 'result';
    });
    await Promise.all([advanced, schedule.advance(1)]);
    expect(seen).toEqual(['due', 'task 10', 'end of task', 'later']);
    expect(await task).toBe('result');
  });

  it('fails alone', async () => {
    const schedule = scheduleOf(standingClock);
    await expect(schedule.between(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    schedule.assertRunning();
    await schedule.advance(1);
  });
});

it('goes back to a snapshot with its time and its events, as often as it is told to', async () => {
  const clock = createHandClock();
  const schedule = scheduleOf(clock);
  const seen: number[] = [];
  schedule.at(10, (atMs) => void seen.push(atMs));
  clock.move(5);
  const restore = await schedule.between(() => schedule.snapshot());
  for (let times = 1; times <= 2; times++) {
    await schedule.freeze();
    await schedule.advance(20);
    await schedule.between(restore);
    expect([schedule.now(), schedule.isFrozen(), clock.timers, seen.length]).toEqual([5, false, 1, times]);
  }
  clock.move(5);
  await turn();
  expect(seen).toEqual([10, 10, 10]);
});

it('goes back to time that stood still', async () => {
  const clock = createHandClock();
  const schedule = scheduleOf(clock);
  await schedule.freeze();
  const restore = await schedule.between(() => schedule.snapshot());
  await schedule.resume();
  await schedule.between(restore);
  clock.move(5);
  expect([schedule.now(), schedule.isFrozen()]).toEqual([0, true]);
});

it('moves, freezes and goes on after the restore that was called before, and not under it', async () => {
  const schedule = scheduleOf(createHandClock());
  const restore = await schedule.between(() => schedule.snapshot());
  await schedule.advance(100);
  const slowly = async (): Promise<void> => {
    await turn();
    restore();
  };
  await Promise.all([schedule.restore(slowly), schedule.advance(7), schedule.freeze()]);
  expect([schedule.now(), schedule.isFrozen()]).toEqual([7, true]);
  await Promise.all([schedule.restore(slowly), schedule.restore(slowly), schedule.resume()]);
  expect([schedule.now(), schedule.isFrozen()]).toEqual([0, false]);
  await Promise.allSettled([schedule.restore(() => Promise.reject(new Error('mine'))), schedule.advance(3)]);
  expect(schedule.now()).toBe(3);
});

it('tells a task no later time than there is, when it waited for a restore', async () => {
  const schedule = scheduleOf(standingClock);
  const restore = await schedule.between(() => schedule.snapshot());
  await schedule.advance(100);
  const [, atMs] = await Promise.all([
    schedule.restore(async () => restore()),
    schedule.between((now) => now),
  ]);
  expect(atMs).toBe(0);
});
