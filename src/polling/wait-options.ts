import { z } from 'zod';
import { UsageError } from '../errors.js';
import {
  exponentialBackoff,
  fullJitter,
  isRealClockFaked,
  longestTimerMs,
  realClock,
} from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import {
  abortSignal,
  boolean,
  callback,
  checkedValue,
  clockOption,
  durationMs,
  integer,
  optionIssues,
  parseOptions,
  reportIssue,
} from '../internal/options.js';
import { formatDuration } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { booleanOf, synchronous } from '../internal/user-callback.js';
import type { TestContext } from '../running-test/test-context.js';
import {
  assertTimeLeft,
  isInJest,
  jestLimit,
  jestTimeoutMs,
  ownTimeout,
  signalWithin,
} from '../running-test/within-test.js';
import type { Poll } from './timeline.js';

/** The default bounds of `exponential()`, in milliseconds. */
const defaultBounds = { min: 250, max: 5000 };

/** What ends a wait. */
type WaitEndings = Pick<WaitSettings, 'timeoutMs' | 'endMs' | 'limit'>;

/** Leaves time in Jest, without its environment, for the last answer, and for the test to report it. */
const jestDefault: WaitEndings = {
  timeoutMs: jestTimeoutMs,
  endMs: 4_750,
  limit: {
    name: jestLimit,
    raise: 'timeoutMs and the timeout of the test',
  },
};

/** Returns what ends a wait with this option. */
function endingsOf(timeoutMs: number | undefined): WaitEndings {
  if (timeoutMs === undefined && isInJest()) return jestDefault;
  return { timeoutMs: timeoutMs ?? 60_000, endMs: Number.POSITIVE_INFINITY, limit: undefined };
}

/** The JSON schema of a pause. */
const pauseJson = { type: 'number', minimum: 0, maximum: longestTimerMs };

export const waitShape = {
  /**
   * Time limit of the wait, in milliseconds; 0 polls once. In Jest without `crosscheck/jest`, it is 3,500 unless you set it,
   * because Jest ends a test after 5 s. Default: 60,000.
   */
  timeoutMs: durationMs()
    .optional()
    .meta({ flag: '--timeout <duration>', description: 'how long to wait; 0 polls once (default: 60s)' }),
  /**
   * Pauses between polls: milliseconds, a list of them, a function or `exponential()`.
   * Default: `exponential()`, 250 ms to 5 s with full jitter.
   */
  intervals: checkedValue<Intervals>(intervalsIssue)
    .meta({ anyOf: [pauseJson, { type: 'array', minItems: 1, items: pauseJson }] })
    .default(() => exponential())
    .meta({
      flag: '--interval <duration>',
      description: `time between polls of an operation (default: from ${defaultBounds.min}ms to ${defaultBounds.max / 1000}s)`,
    }),
  /** Time limit of one poll, in milliseconds. Default: the deployment's `attemptTimeoutMs`. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional(),
  /** How long every poll must see the operation included, in milliseconds. A failed poll restarts this time. Default: 0. */
  stableForMs: durationMs().default(0),
  /** How many polls in a row must see the operation included. A failed poll restarts the count. Default: 1. */
  minConsecutivePolls: integer(1).default(1),
  /** Ends the wait when the operation is rejected; `false` keeps waiting, because a rollback may bring it back. Default: true. */
  failFast: boolean().default(true).meta({
    flag: '--no-fail-fast',
    description: 'keep waiting when an operation is rejected: a rollback may bring it back',
  }),
  /** Fails when polls contradict each other: a stage that went back, a withdrawn root. Default: false. */
  failOnInconsistency: boolean().default(false),
  /** `true`, or a predicate of errors. These errors do not end the wait; their polls count as failed. Default: false. */
  ignoreErrors: checkedValue<boolean | ((error: unknown) => boolean)>((value) =>
    typeof value === 'boolean' || typeof value === 'function' ? undefined : 'must be a boolean or a function',
  )
    .meta({ type: 'boolean' })
    .default(false),
  /** Called after every poll. An error that it throws ends the wait. */
  onPoll: callback<(poll: Poll, operationId: string) => void>().optional(),
  /** Ends the wait at once. */
  signal: abortSignal().optional(),
  /** Source of time. Default: the real clock, which fake timers do not change. */
  clock: clockOption().default(() => realClock),
};

const waitOptions = z.strictObject(waitShape).superRefine(reportContradictions);

/** How to wait. Durations are in milliseconds; all of this is assumption, the interface states no limits (section 8). */
export interface WaitOptions extends Readonly<z.input<z.ZodObject<typeof waitShape>>> {}

/** Wait options with all defaults. */
export interface WaitSettings
  extends Readonly<
    Omit<z.output<z.ZodObject<typeof waitShape>>, 'timeoutMs' | 'intervals' | 'ignoreErrors'>
  > {
  readonly timeoutMs: number;
  readonly schedule: IntervalSchedule;
  readonly isIgnored: (error: unknown) => boolean;
  /** The limit that ends the wait, if it is not its own timeoutMs. */
  readonly limit: WaitLimit | undefined;
  /** When the last answer must come, in milliseconds after the start: before the test ends. */
  readonly endMs: number;
  /** Whether the operation must be observed until timeoutMs, which the last answer may exceed. */
  readonly isWindow: boolean;
}

/**
 * Returns the settings of a wait: its options with the defaults.
 *
 * @throws {UsageError} when an option is unknown or invalid.
 */
export function waitSettings(options: WaitOptions): WaitSettings {
  return settingsOf(parseOptions('The wait has invalid options', waitOptions, options));
}

/** Returns the settings for parsed options. */
export function settingsOf({
  timeoutMs,
  intervals,
  ignoreErrors,
  onPoll,
  ...plain
}: z.output<typeof waitOptions>): WaitSettings {
  if (plain.clock === realClock && isRealClockFaked)
    throw new UsageError(
      'Fake timers were installed before crosscheck was loaded, so a wait cannot tell the time',
      [
        {
          advice:
            'list crosscheck/vitest first in setupFiles, install fake timers in the tests that need them, or pass a clock',
        },
      ],
    );
  return {
    ...plain,
    ...endingsOf(timeoutMs),
    schedule: toSchedule(intervals),
    isIgnored:
      typeof ignoreErrors === 'function'
        ? (error) => booleanOf('The option ignoreErrors of a wait', () => ignoreErrors(error))
        : () => ignoreErrors,
    onPoll: onPoll && synchronous('The option onPoll of a wait', onPoll),
    isWindow: false,
  };
}

/**
 * Limits a wait to a share of the remaining time of the running test, and ends it with the test. A wait with its own clock
 * is not limited.
 *
 * @throws {InconclusiveError} when no time is left.
 * @throws {UsageError} when too little time is left for a window or stableForMs.
 */
export function settingsWithinTest(
  settings: WaitSettings,
  test: TestContext | undefined,
  share = 1,
): WaitSettings {
  const signal = signalWithin(test, settings.signal);
  if (test === undefined || settings.clock !== realClock) return { ...settings, signal };

  const { timeoutMs, stableForMs, isWindow } = settings;
  const endMs = Math.floor(Math.max(0, test.remainingMs()) * share);
  assertTimeLeft('The wait', endMs, test);
  assertEnoughTime(Math.max(stableForMs, isWindow ? timeoutMs : 0), endMs, test);
  if (endMs >= timeoutMs) return { ...settings, endMs, signal };
  const limit = {
    get name() {
      const intended = Number.isFinite(timeoutMs) ? formatDuration(timeoutMs) : 'unlimited';
      return `${ownTimeout} of ${formatDuration(test.timeoutMs)}; timeoutMs is ${intended}`;
    },
    raise: ownTimeout,
  };
  return { ...settings, timeoutMs: endMs, endMs, signal, limit };
}

function assertEnoughTime(neededMs: number, leftMs: number, test: TestContext): void {
  if (neededMs <= leftMs) return;
  throw new UsageError(
    `The test's own timeout of ${formatDuration(test.timeoutMs)} is too short for ${formatDuration(neededMs)} of watching`,
    [
      labelled('Left', formatDuration(leftMs)),
      { advice: "raise the test's own timeout, or shorten the wait" },
    ],
  );
}

/** Reports requirements that cannot be met within the timeout. */
export function reportContradictions(
  {
    stableForMs,
    minConsecutivePolls,
    ...given
  }: Pick<z.output<typeof waitOptions>, 'timeoutMs' | 'stableForMs' | 'minConsecutivePolls'>,
  context: z.RefinementCtx,
): void {
  const { timeoutMs } = endingsOf(given.timeoutMs);
  // The first answer arrives shortly after the start.
  if (stableForMs > 0 && stableForMs >= timeoutMs)
    reportIssue(context, ['stableForMs'], `must be shorter than ${optionName('timeoutMs')} ${timeoutMs}`);
  if (timeoutMs === 0 && minConsecutivePolls > 1)
    reportIssue(
      context,
      ['minConsecutivePolls'],
      `must be 1 with ${optionName('timeoutMs')} 0, which is one poll, got ${minConsecutivePolls}`,
    );
}

/** The timeout that ends a wait. */
export interface WaitLimit {
  /** Its name in messages. Absent if it needs none, because it is the option of the call. */
  readonly name?: string | undefined;
  /** The timeout to raise for more time. */
  readonly raise: string;
}

/** Pauses between polls in milliseconds: always the same, one after the other (the last repeats), or computed. */
export type Intervals = number | readonly number[] | IntervalSchedule;

/** Returns the pause after a poll, in milliseconds. The first poll is number 0. */
export type IntervalSchedule = (poll: number) => number;

const growthShape = {
  /** The first bound, in milliseconds. Default: 250, or `maxIntervalMs` if that is shorter. */
  minIntervalMs: durationMs(1).optional(),
  /** The largest bound, in milliseconds. Default: 5,000, or `minIntervalMs` if that is longer. */
  maxIntervalMs: durationMs().optional(),
  /**
   * Makes each pause a random value between zero and its bound, so that many waits do not poll together. Default: true.
   */
  jitter: boolean().default(true),
};

export const backoffOptions = z
  .strictObject(growthShape)
  .superRefine(({ minIntervalMs = 0, maxIntervalMs = longestTimerMs }, context) => {
    if (minIntervalMs > maxIntervalMs)
      reportIssue(
        context,
        ['minIntervalMs'],
        `must not be longer than maxIntervalMs ${maxIntervalMs}, got ${minIntervalMs}`,
      );
  });

/** The bounds of an exponential schedule. */
export interface BackoffOptions extends Readonly<z.input<z.ZodObject<typeof growthShape>>> {}

/**
 * Returns a schedule of pauses whose bounds double.
 *
 * @throws {UsageError} when an option is unknown or invalid.
 */
export function exponential(options: BackoffOptions = {}): IntervalSchedule {
  const { jitter, ...given } = parseOptions('The intervals have invalid options', backoffOptions, options);
  const { minIntervalMs = defaultBounds.min } = given;
  const { maxIntervalMs = Math.max(defaultBounds.max, minIntervalMs) } = given;
  const pauseOf = jitter ? fullJitter : exponentialBackoff;
  return (poll) => pauseOf(poll, minIntervalMs, maxIntervalMs);
}

const pauseMs = durationMs();

/** Returns why intervals are invalid, without calling a schedule. */
function intervalsIssue(value: unknown): string | undefined {
  if (typeof value === 'function') return value === exponential ? 'must be called: exponential()' : undefined;
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((item) => pauseMs.safeParse(item).success)
    ? undefined
    : 'must be milliseconds, a list of them, or a schedule such as exponential()';
}

/**
 * Returns intervals of any kind as a schedule.
 *
 * @throws {UsageError} from the schedule, when it returns an invalid pause, which a timer would treat as 0.
 */
function toSchedule(intervals: Intervals): IntervalSchedule {
  if (typeof intervals === 'function') return (poll) => checkedPause(intervals(poll), poll);
  if (typeof intervals === 'number') return () => intervals;
  return (poll) => intervals[Math.min(poll, intervals.length - 1)] as number;
}

function checkedPause(pause: number, poll: number): number {
  const [issue] = optionIssues(pauseMs, pause);
  if (issue === undefined) return pause;
  throw new UsageError(`The pause after poll ${poll} ${issue?.message}`);
}
