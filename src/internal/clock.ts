import { setMaxListeners } from 'node:events';

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

/** Waits `ms` milliseconds by the clock. Rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    wakeAfter(ms, clock, signal, () => (signal?.aborted ? reject(signal.reason) : resolve()));
  });
}

/** Calls back once: after `ms` milliseconds by the clock, or as soon as the signal aborts. */
export function wakeAfter(
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
  callback: () => void,
): void {
  if (signal?.aborted) {
    callback();
    return;
  }
  const wake = (): void => {
    clock.clearTimeout(timer);
    unwatch();
    callback();
  };
  const timer = clock.setTimeout(wake, ms);
  const unwatch = onAbort(signal, wake);
}

/**
 * Awaits work for at most `ms` milliseconds by the clock, then resolves with `instead()`. Rejects with the signal's
 * reason as soon as it aborts. Does not cancel the work.
 */
export function withTimeLimit<T>(
  work: Promise<T>,
  ms: number,
  instead: () => T,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const leave = (): void => {
      clock.clearTimeout(timer);
      unwatch();
    };
    const onTime = (): void => {
      leave();
      resolve(instead());
    };
    const timer = clock.setTimeout(onTime, ms);
    const unwatch = onAbort(signal, () => {
      leave();
      reject(signal?.reason);
    });
    work.finally(leave).then(resolve, reject);
  });
}

/** Work that several callers share. It is aborted when none of them needs it any more. */
export class SharedWork<T> {
  readonly outcome: Promise<T>;
  readonly #controller = new AbortController();
  #users = 0;
  isSettled = false;

  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.outcome = start(this.signal).finally(() => {
      this.isSettled = true;
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.signal.aborted;
  }

  join(): this {
    this.#users++;
    return this;
  }

  /** Signals that a caller no longer needs the outcome. Each caller calls it once. */
  leave(): void {
    if (--this.#users === 0 && !this.isSettled)
      this.#controller.abort(new Error('nothing needs the answer any more'));
  }
}

/** Calls back when a signal aborts. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  // Many listeners on one signal are not a leak. Thousands should use separate signals from `AbortSignal.any`: adding
  // or removing a listener scans all of them.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

/** Returns the bound of the pause after attempt 0, 1, … in milliseconds: `minMs`, doubled with each attempt up to `maxMs`. */
export function exponentialBackoff(attempt: number, minMs: number, maxMs: number): number {
  return Math.min(maxMs, minMs * 2 ** attempt);
}

/**
 * Returns a pause with full jitter, in milliseconds: random between zero and the exponential bound, so that clients that
 * failed together do not retry together.
 */
export function fullJitter(attempt: number, minMs: number, maxMs: number): number {
  return Math.random() * exponentialBackoff(attempt, minMs, maxMs);
}
