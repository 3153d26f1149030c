import { exponential, type IntervalSchedule, type Intervals, UsageError } from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, collected, id, observe } from './observe.js';

const pausesOf = (schedule: IntervalSchedule, polls = 7): number[] =>
  Array.from({ length: polls }, (_, poll) => schedule(poll));

describe('intervals', () => {
  it.each<[string, Intervals, number[]]>([
    ['a number', 250, [250, 250, 250, 250]],
    ['a list, the last of which repeats', [100, 200, 300], [100, 200, 300, 300, 100]],
    ['a function', (poll) => 100 * (poll + 1), [100, 200, 300, 400]],
    [
      'exponential',
      exponential({ minIntervalMs: 100, maxIntervalMs: 400, jitter: false }),
      [100, 200, 400, 300],
    ],
  ])('given as %s are the pauses of a wait, up to the deadline', async (_, intervals, expected) => {
    const { client } = await observe([collected]);
    const { outcome, pauses } = waitTimelessly(client, id, { intervals, timeoutMs: 1000 });
    await caught(outcome);
    expect(pauses).toEqual(expected);
  });

  it('grow exponentially from 250 ms to 5 s with full jitter by default', async () => {
    const { client } = await observe([collected]);
    const { outcome, pauses } = waitTimelessly(client, id);
    await caught(outcome);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(60_000);
    const bounds = pausesOf(exponential({ jitter: false }), pauses.length);
    for (const [poll, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(bounds[poll] as number);
    }
    expect(new Set(pauses).size).toBe(pauses.length);
  });

  it('are half of their bounds when the random numbers are 0.5', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => random.mockRestore());
    const { client } = await observe([collected]);
    const { outcome, pauses } = waitTimelessly(client, id, { timeoutMs: 6_000 });
    await caught(outcome);
    expect(pauses).toEqual([125, 250, 500, 1000, 2000, 2125]);
  });

  it('of exponential() double up to a bound', () => {
    expect(pausesOf(exponential({ jitter: false }))).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(exponential({ jitter: false })(5000)).toBe(5000);
  });

  it('of exponential() have equal bounds when the given one is beyond the default of the other', () => {
    expect(pausesOf(exponential({ maxIntervalMs: 100, jitter: false }), 2)).toEqual([100, 100]);
    expect(pausesOf(exponential({ minIntervalMs: 6000, jitter: false }), 2)).toEqual([6000, 6000]);
  });

  it('of exponential() are between zero and the bound with jitter', () => {
    const pauses = pausesOf(exponential({ minIntervalMs: 100 }), 4);
    for (const [poll, bound] of [100, 200, 400, 800].entries()) {
      expect(pauses[poll]).toBeGreaterThanOrEqual(0);
      expect(pauses[poll]).toBeLessThan(bound);
    }
    expect(new Set(pauses).size).toBe(4);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '5', undefined])(
    'end the wait with a usage error when their function returns %s',
    async (pause) => {
      const { client, observer } = await observe([collected]);
      const { outcome } = waitTimelessly(client, id, { intervals: (() => pause) as never });
      const error = await caught<Error>(outcome);
      expect(error).toBeInstanceOf(UsageError);
      expect(error.message).toMatch(/^The pause after poll 0 must be a number from 0/);
      expect(observer.polls).toHaveLength(1);
    },
  );

  it('of exponential() have valid options', () => {
    expect(() =>
      exponential({ minIntervlMs: 3, maxIntervalMs: -1 } as never),
    ).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: The intervals have invalid options

      maxIntervalMs must be a number from 0 to 2147483647, got -1
      minIntervlMs is not an option; did you mean minIntervalMs?]
    `);
    expect(() =>
      exponential({ minIntervalMs: 0, jitter: 'full' } as never),
    ).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: The intervals have invalid options

      minIntervalMs must be a number from 1 to 2147483647, got 0
      jitter must be true or false, got "full"]
    `);
    expect(() => exponential({ minIntervalMs: 5, maxIntervalMs: 1 })).toThrow(
      'minIntervalMs must not be longer than maxIntervalMs 1, got 5',
    );
    expect(() => exponential(250 as never)).toThrow(/options must be an object, got 250/);
  });
});
