/** A started timer of a {@link Clock}. */
export type Timer = unknown;

/**
 * Where time comes from: everything that waits takes one as an option, so that a test can bring its own.
 * Times are in milliseconds.
 */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls once, at least `ms` milliseconds from now. */
  setTimeout(callback: () => void, ms: number): Timer;
  /** Calls off what {@link Clock.setTimeout} started. */
  clearTimeout(timer: Timer): void;
  /** Milliseconds of unix time, against which the timestamps of answers are held. Default: the real time. */
  unixNow?(): number;
}

/** The longest time that a timer can be set for, in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1;

/** The latest moment that a date can be, in milliseconds of unix time. */
export const latestDateMs = 8.64e15;

// Captured when the module is loaded: fake timers that a test installs later neither stop nor advance a wait.
const {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setImmediate: startImmediate,
  performance: realPerformance,
} = globalThis;
const monotonicNow = realPerformance.now.bind(realPerformance);
const wallNow = Date.now;

/** The real clock: monotonic, and out of the reach of fake timers. */
export const realClock: Clock = {
  now: monotonicNow,
  // Timers count whole milliseconds, and would cut a fraction off.
  setTimeout: (callback, ms) => startTimer(callback, Math.ceil(ms)),
  clearTimeout: (timer) => stopTimer(timer as NodeJS.Timeout),
};

/** Returns whether something has all that a clock needs. */
export function isClock(value: unknown): value is Clock {
  const { now, setTimeout, clearTimeout, unixNow } = (value ?? {}) as Partial<Clock>;
  const isFunction = (member: unknown): boolean => typeof member === 'function';
  return [now, setTimeout, clearTimeout].every(isFunction) && (unixNow === undefined || isFunction(unixNow));
}

/** Milliseconds of unix time, out of the reach of fake timers; those of a clock that has its own. */
export function unixNowMs(clock?: Clock): number {
  return clock?.unixNow?.() ?? wallNow();
}

/** Calls once, when everything that is due now has been called. */
export function afterThisTurn(callback: () => void): void {
  startImmediate(callback);
}

/** Returns whether fake timers are installed that also hold back immediates, on which HTTP connections wait. */
export function areImmediatesFaked(): boolean {
  return globalThis.setImmediate !== startImmediate;
}
