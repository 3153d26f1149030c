import { watchAbort } from './abort-watchers.js';
import type { Clock } from './clock.js';

/**
 * Waits for something for at most `ms` milliseconds of the clock's time, and gives what `instead` says when it has not
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
      watch?.end();
    };
    const onAbort = (): void => {
      leave();
      reject(signal?.reason);
    };
    const onTime = (): void => {
      leave();
      resolve(instead());
    };
    const timer = clock.setTimeout(onTime, ms);
    const watch = watchAbort(signal, onAbort);
    work.finally(leave).then(resolve, reject);
  });
}
