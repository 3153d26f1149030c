/** A started timer of a {@link Clock}. */
export type Timer = unknown;

/**
 * A source of time. Every function that waits takes one as an option, so that a test can inject its own. Times are in
 * milliseconds.
 */
export interface Clock {
  /** Returns the milliseconds since a fixed moment. Never goes back. */
  now(): number;
  /** Calls the callback once, at least `ms` milliseconds from now. */
  setTimeout(callback: () => void, ms: number): Timer;
  /** Cancels a timer. */
  clearTimeout(timer: Timer): void;
  /**
   * Returns the unix time in milliseconds, with which the timestamps of answers are compared. Default: the real time.
   */
  unixNow?(): number;
}

/** The longest delay of a timer, in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1;

/** The latest possible date, in milliseconds of unix time. */
export const latestDateMs = 8.64e15;

// Captured at load time, so that fake timers installed later neither stop nor advance a wait.
const {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setImmediate: startImmediate,
  performance: realPerformance,
} = globalThis;
const monotonicNow = realPerformance.now.bind(realPerformance);
const wallNow = Date.now;

/** The real clock: monotonic, and unaffected by fake timers. */
export const realClock: Clock = {
  now: monotonicNow,
  // Timers truncate fractions of a millisecond.
  setTimeout: (callback, ms) => startTimer(callback, Math.ceil(ms)),
  clearTimeout: (timer) => stopTimer(timer as NodeJS.Timeout),
};

/**
 * Whether fake timers were installed before this module was loaded: then {@link realClock} moves only when they do. The fake
 * timers of Vitest and Jest have the member `clock`, the legacy ones of Jest are mock functions.
 */
export const isRealClockFaked = 'clock' in startTimer || '_isMockFunction' in startTimer;

/** Returns whether a value implements {@link Clock}. */
export function isClock(value: unknown): value is Clock {
  const { now, setTimeout, clearTimeout, unixNow } = (value ?? {}) as Partial<Clock>;
  const isFunction = (member: unknown): boolean => typeof member === 'function';
  return [now, setTimeout, clearTimeout].every(isFunction) && (unixNow === undefined || isFunction(unixNow));
}

/** Returns unix time in milliseconds, unaffected by fake timers; a clock may provide its own. */
export function unixNowMs(clock?: Clock): number {
  return clock?.unixNow?.() ?? wallNow();
}

/** Calls back after the current turn of the event loop. */
export function afterThisTurn(callback: () => void): void {
  startImmediate(callback);
}

/** Returns whether fake timers also fake setImmediate, on which HTTP connections depend. */
export function areImmediatesFaked(): boolean {
  return globalThis.setImmediate !== startImmediate;
}

/** Runs synchronous work of a library that calls the global setImmediate, with the real one. */
export function withRealImmediates<T>(work: () => T): T {
  const { setImmediate: current } = globalThis;
  globalThis.setImmediate = startImmediate;
  try {
    return work();
  } finally {
    globalThis.setImmediate = current;
  }
}
