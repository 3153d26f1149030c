import { abortSignal } from '../client/call-options.js';
import { UsageError } from '../errors.js';
import { type Clock, longestTimerMs, realClock } from '../internal/clock.js';
import { clockRule } from '../internal/clock-rule.js';
import {
  integerFrom,
  numberFrom,
  type OptionFault,
  type OptionRule,
  optionFaults,
  refuseFaults,
  typed,
} from '../internal/options.js';
import { printValue } from '../internal/print.js';
import { booleanOf, synchronous } from '../internal/user-callback.js';
import type { Poll } from './timeline.js';

/** How to wait. Durations are in milliseconds; all of this is assumption, the interface states no limits (section 8). */
export interface WaitOptions {
  /** How long to wait; 0 is one probe. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Pauses between polls. Default: `exponential()`, 250 ms to 5 s with full jitter. */
  readonly intervals?: Intervals | undefined;
  /** How long one request may take. Default: the deployment's `timeoutMs`. */
  readonly requestTimeoutMs?: number | undefined;
  /** How long the last probe, made at the deadline, may take. Default: 1,000. */
  readonly finalPollTimeoutMs?: number | undefined;
  /** Do not end before this has passed: included earlier, it must still be included then. Default: 0. */
  readonly minDurationMs?: number | undefined;
  /** How long it must be seen included without a break; a probe that fails is one. Default: 0. */
  readonly stableForMs?: number | undefined;
  /** How many polls in a row must see it included; a probe that fails ends the row. Default: 1. */
  readonly minConsecutivePolls?: number | undefined;
  /** End at once when the operation is rejected. Default: true; false waits on, for a rollback to bring it back. */
  readonly failFast?: boolean | undefined;
  /** End with an error when the history cannot be right: a stage that went back, a withdrawn root. Default: false. */
  readonly failOnInconsistency?: boolean | undefined;
  /** Errors that would end the wait, but shall count as a probe that failed: all, or those accepted. Default: none. */
  readonly ignoreErrors?: boolean | ((error: unknown) => boolean) | undefined;
  /**
   * How many polls in a row may find that there is no host of that name before the wait ends: a name that was just created
   * may take a while to be known. Default: 3 (assumption).
   */
  readonly maxUnknownHostPolls?: number | undefined;
  /** Called after every poll; what it throws ends the wait. */
  readonly onPoll?: ((poll: Poll, operationId: string) => void) | undefined;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal | undefined;
  /** Where time comes from. Default: the real clock, out of the reach of fake timers. */
  readonly clock?: Clock | undefined;
}

/** Wait options with every default filled in. */
export interface WaitSettings {
  readonly timeoutMs: number;
  readonly schedule: IntervalSchedule;
  readonly requestTimeoutMs: number | undefined;
  readonly finalPollTimeoutMs: number;
  readonly minDurationMs: number;
  readonly stableForMs: number;
  readonly minConsecutivePolls: number;
  readonly failFast: boolean;
  readonly failOnInconsistency: boolean;
  readonly isIgnored: (error: unknown) => boolean;
  readonly maxUnknownHostPolls: number;
  readonly onPoll: WaitOptions['onPoll'];
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** What ends it, where that is not its own timeoutMs. */
  readonly limit: WaitLimit | undefined;
}

/** What ends a wait when its time is up. */
export interface WaitLimit {
  /** As a reader shall be told. */
  readonly limit: string;
  /** What to raise for more time. */
  readonly raise: string;
}

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

const durationMs = numberFrom(0, longestTimerMs);

/** The rule of each wait option. */
export const waitRules: Record<keyof WaitOptions, OptionRule> = {
  timeoutMs: durationMs,
  intervals: intervalsRule,
  requestTimeoutMs: integerFrom(1, longestTimerMs),
  finalPollTimeoutMs: integerFrom(1, longestTimerMs),
  minDurationMs: durationMs,
  stableForMs: durationMs,
  minConsecutivePolls: integerFrom(1),
  failFast: typed('boolean'),
  failOnInconsistency: typed('boolean'),
  ignoreErrors: (value) =>
    typeof value === 'boolean' || typeof value === 'function' ? undefined : 'must be a boolean or a function',
  maxUnknownHostPolls: integerFrom(1),
  onPoll: typed('function'),
  signal: abortSignal,
  clock: clockRule,
};

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} when an option is unknown or bad.
 */
export function waitSettings(options: WaitOptions, limit?: WaitLimit): WaitSettings {
  refuseFaults('The wait has bad options', optionFaults(options, waitRules));
  const { ignoreErrors = false } = options;
  const settings: WaitSettings = {
    timeoutMs: options.timeoutMs ?? 60_000,
    schedule: toSchedule(options.intervals ?? exponential()),
    requestTimeoutMs: options.requestTimeoutMs,
    finalPollTimeoutMs: options.finalPollTimeoutMs ?? 1000,
    minDurationMs: options.minDurationMs ?? 0,
    stableForMs: options.stableForMs ?? 0,
    minConsecutivePolls: options.minConsecutivePolls ?? 1,
    failFast: options.failFast ?? true,
    failOnInconsistency: options.failOnInconsistency ?? false,
    isIgnored:
      typeof ignoreErrors === 'function'
        ? (error) => booleanOf('The option ignoreErrors of a wait', () => ignoreErrors(error))
        : () => ignoreErrors,
    maxUnknownHostPolls: options.maxUnknownHostPolls ?? 3,
    onPoll: options.onPoll && synchronous('The option onPoll of a wait', options.onPoll),
    signal: options.signal,
    clock: options.clock ?? realClock,
    limit,
  };
  refuseFaults('The wait has bad options', combinationFaults(settings));
  return settings;
}

/** What could never be met in the time given. */
function combinationFaults(settings: WaitSettings): OptionFault[] {
  const { timeoutMs, minDurationMs, stableForMs, minConsecutivePolls } = settings;
  const faults: OptionFault[] = [];
  if (minDurationMs > timeoutMs)
    faults.push({ path: 'minDurationMs', message: `must not be longer than timeoutMs ${timeoutMs}` });
  // The first answer comes a little after the start.
  if (stableForMs > 0 && stableForMs >= timeoutMs)
    faults.push({ path: 'stableForMs', message: `must be shorter than timeoutMs ${timeoutMs}` });
  if (timeoutMs === 0 && minConsecutivePolls > 1) {
    const message = `must be 1 with timeoutMs 0, which is one poll, got ${minConsecutivePolls}`;
    faults.push({ path: 'minConsecutivePolls', message });
  }
  return faults;
}
