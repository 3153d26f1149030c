import { z } from 'zod';
import { integer } from '../../internal/options.js';

export const countsSchema = z.record(z.string(), integer(0)).readonly();

/** Counts by name; those of a histogram by the lower bound of a bucket. */
export type Counts = Readonly<Record<string, number>>;

/** The schema of a histogram. */
export const histogramSchema = z
  .record(
    z.string().refine((bound) => Number.isFinite(Number(bound)), 'must be a number'),
    integer(0),
  )
  .readonly();

/** Adds counts to a sum, which it changes. */
export function addCounts(sum: Record<string, number>, counts: Counts): void {
  for (const [name, count] of Object.entries(counts)) addCount(sum, name, count);
}

/** Adds a count to a sum, which it changes. */
export function addCount(sum: Record<string, number>, name: string | number, count = 1): void {
  sum[name] = (sum[name] ?? 0) + count;
}

/** Returns an empty sum, without a prototype, because names come from files, answers and custom endpoints. */
export function noCounts(): Record<string, number> {
  return Object.create(null);
}

/** The number of buckets per power of two: each is 3 to 6 per cent wide. */
const bucketsAnOctave = 16;

/**
 * Returns the lower bound of the bucket of a value. Each integer below 32 has its own bucket; above, the buckets grow with
 * the value.
 */
export function bucketOf(value: number): number {
  const whole = Math.max(0, Math.floor(value));
  if (whole < 2 * bucketsAnOctave) return whole;
  const power = 2 ** Math.floor(Math.log2(whole / bucketsAnOctave));
  // Just below a power of two the logarithm of a large value is rounded up to it.
  const width = power * bucketsAnOctave > whole ? power / 2 : power;
  return Math.floor(whole / width) * width;
}

/**
 * Returns the lower bound of the bucket below whose end a share of all values lies: `percentile(latencyUs, 0.95)`. Undefined
 * if nothing was counted.
 */
export function percentile(counts: Counts, share: number): number | undefined {
  const buckets = Object.entries(counts)
    .map(([bound, count]) => ({ bound: Number(bound), count }))
    .sort((a, b) => a.bound - b.bound);
  const wanted = share * buckets.reduce((sum, { count }) => sum + count, 0);
  let reached = 0;
  return buckets.find(({ count }) => {
    reached += count;
    return reached > 0 && reached >= wanted;
  })?.bound;
}
