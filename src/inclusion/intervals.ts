import { UsageError } from '../errors.js';
import { longestTimerMs } from '../internal/clock.js';
import { numberFrom, type OptionRule, optionFaults, refuseFaults, typed } from '../internal/options.js';
import { printValue } from '../internal/print.js';

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

const pauseMs = numberFrom(0, longestTimerMs);

const growthRules: Record<keyof GrowthOptions, OptionRule> = {
  fromMs: numberFrom(1, longestTimerMs),
  toMs: pauseMs,
  jitter: typed('boolean'),
  random: typed('function'),
};

/**
 * A schedule whose bounds double.
 *
 * @throws {UsageError} when an option is unknown or bad.
 */
export function exponential(options: GrowthOptions = {}): IntervalSchedule {
  return growing((poll) => 2 ** poll, options);
}

/**
 * A schedule whose bounds grow as the Fibonacci numbers do: 1, 2, 3, 5, 8.
 *
 * @throws {UsageError} when an option is unknown or bad.
 */
export function fibonacci(options: GrowthOptions = {}): IntervalSchedule {
  return growing(fibonacciNumber, options);
}

/** Says what is wrong with intervals, apart from what a schedule gives. */
export const intervalsRule: OptionRule = (value) => {
  if (typeof value === 'function')
    return value === exponential || value === fibonacci ? `must be called: ${value.name}()` : undefined;
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((item) => pauseMs(item) === undefined)
    ? undefined
    : 'must be milliseconds, a list of them, or a schedule such as exponential()';
};

/**
 * Any intervals as a schedule.
 *
 * @throws {UsageError} from the schedule, when what it computes is no pause: a timer would take it for none.
 */
export function toSchedule(intervals: Intervals): IntervalSchedule {
  if (typeof intervals === 'function') return (poll) => checkedPause(intervals(poll), poll);
  if (typeof intervals === 'number') return () => intervals;
  return (poll) => intervals[Math.min(poll, intervals.length - 1)] as number;
}

function checkedPause(pause: number, poll: number): number {
  const fault = pauseMs(pause);
  if (fault === undefined) return pause;
  throw new UsageError(
    `The pause that intervals gives after poll ${poll} ${fault}, got ${printValue(pause)}`,
  );
}

function growing(factorOf: (poll: number) => number, options: GrowthOptions): IntervalSchedule {
  refuseFaults('The intervals have bad options', optionFaults(options, growthRules));
  const { fromMs = 250, toMs = 5000, jitter = true, random = Math.random } = options;
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
