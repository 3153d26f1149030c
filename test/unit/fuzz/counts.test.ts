import type { Counts } from 'crosscheck/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, percentile } from '../../../src/fuzz/counts.js';

const histogramOf = (values: readonly number[]): Counts =>
  values.map(bucketOf).reduce<Record<string, number>>((counts, bound) => {
    counts[bound] = (counts[bound] ?? 0) + 1;
    return counts;
  }, {});

describe('bucketOf', () => {
  it('gives a lower bound that is no more than a sixteenth away, the same for all of a bucket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (value) => {
        const bound = bucketOf(value);
        expect(bound).toBeLessThanOrEqual(value);
        expect(value - bound).toBeLessThanOrEqual(bound / 16);
        expect(bucketOf(bound)).toBe(bound);
      }),
    );
  });

  it.each([
    [0, 0],
    [0.9, 0],
    [-1, 0],
    [31, 31],
    [32, 32],
    [33, 32],
    [63, 62],
    [1_000_000, 983_040],
  ])('of %d is %d', (value, bound) => {
    expect(bucketOf(value)).toBe(bound);
  });
});

describe('percentile', () => {
  it('is the bucket in which the value of that rank lies', () => {
    const values = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const rank = Math.max(1, Math.ceil(share * all.length));
        const exact = all.toSorted((a, b) => a - b)[rank - 1] as number;
        expect(percentile(histogramOf(all), share)).toBe(bucketOf(exact));
      }),
    );
  });

  it('of nothing is undefined', () => {
    expect(percentile({}, 0.5)).toBeUndefined();
  });
});
