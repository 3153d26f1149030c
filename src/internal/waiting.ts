import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';

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
