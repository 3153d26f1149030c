import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';

/** Waits `ms` milliseconds of the clock's time; an abort ends it at once with the signal's reason. */
export function sleep(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    wakeAfter(ms, clock, signal, () => (signal?.aborted ? reject(signal.reason) : resolve()));
  });
}

/** Calls once: when `ms` milliseconds of the clock's time have passed, or as soon as the signal has aborted. */
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
 * Waits for something for at most `ms` milliseconds of the clock's time, and returns what `instead` says when it has not
 * come by then; an abort ends the waiting at once with the signal's reason. Ends nothing but the waiting.
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

/** Calls back when a signal aborts, if it has not yet. Returns what takes the callback away again. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  // Many may wait by one signal, which is no leak. Thousands of them should each have one of their own by `AbortSignal.any`:
  // a signal looks at all of its listeners whenever one comes or goes.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

/**
 * Returns a pause with full jitter, in milliseconds: anything from zero to an exponentially growing bound, so that many
 * clients that failed together do not come back together.
 */
export function fullJitter(retry: number, minMs: number, maxMs: number): number {
  return Math.random() * Math.min(maxMs, minMs * 2 ** retry);
}
