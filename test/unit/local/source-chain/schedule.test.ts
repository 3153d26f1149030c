import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSchedule, standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createHandClock } from '../../../support/hand-clock.js';

const stopped = expect.objectContaining({ code: 'DEPLOYMENT_STOPPED' });

describe('a schedule whose clock stands still', () => {
  it('runs what is due by their times, and then in the order in which they were added', async () => {
    const schedule = createSchedule(standingClock);
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
    const schedule = createSchedule(standingClock);
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
    const schedule = createSchedule(standingClock);
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
    const schedule = createSchedule(standingClock);
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
    const schedule = createSchedule(clock);
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
    const schedule = createSchedule(clock);
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

  it('keeps what a timer ran into for the next call', async () => {
    const clock = createHandClock();
    const schedule = createSchedule(clock);
    const fault = new Error('unseen');
    schedule.at(10, () => Promise.reject(fault));
    clock.move(10);
    await turn();
    expect(() => schedule.assertRunning()).toThrow(fault);
    await expect(schedule.advance(0)).rejects.toBe(fault);
  });

  it('leaves no timer behind when it is stopped', async () => {
    const clock = createHandClock();
    const schedule = createSchedule(clock);
    schedule.at(10, () => {});
    await schedule.stop();
    expect(clock.timers).toBe(0);
  });
});
