/** Pauses between polls in milliseconds: always the same, one after the other (the last repeats), or computed. */
export type Intervals = number | readonly number[] | IntervalSchedule;

/** Gives the pause after a poll, in milliseconds; the first poll is number 0. */
export type IntervalSchedule = (poll: number) => number;

/** Bounds of a schedule that grows. */
export interface GrowthOptions {
  /** The first bound. Default: 250. */
  readonly fromMs?: number;
  /** The last bound. Default: 5,000. */
  readonly toMs?: number;
  /** Draw each pause between zero and its bound, so that many waits do not poll together. Default: true. */
  readonly jitter?: boolean;
  /** Where jitter comes from: numbers from 0 to below 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** A schedule whose bounds double. */
export function exponential(options: GrowthOptions = {}): IntervalSchedule {
  return growing((poll) => 2 ** poll, options);
}

/** A schedule whose bounds grow as the Fibonacci numbers do: 1, 2, 3, 5, 8. */
export function fibonacci(options: GrowthOptions = {}): IntervalSchedule {
  return growing(fibonacciNumber, options);
}

/** Any intervals as a schedule. */
export function toSchedule(intervals: Intervals): IntervalSchedule {
  if (typeof intervals === 'function') return intervals;
  if (typeof intervals === 'number') return () => intervals;
  return (poll) => intervals[Math.min(poll, intervals.length - 1)] as number;
}

function growing(
  factorOf: (poll: number) => number,
  { fromMs = 250, toMs = 5000, jitter = true, random = Math.random }: GrowthOptions,
): IntervalSchedule {
  return (poll) => {
    const bound = Math.min(toMs, fromMs * factorOf(poll));
    return jitter ? random() * bound : bound;
  };
}

function fibonacciNumber(poll: number): number {
  let [current, next] = [1, 2];
  for (let index = 0; index < poll && Number.isFinite(current); index++)
    [current, next] = [next, current + next];
  return current;
}
