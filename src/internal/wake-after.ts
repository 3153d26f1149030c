import { watchAbort } from './abort-watchers.js';
import type { Clock } from './clock.js';

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
    watch?.end();
    callback();
  };
  const timer = clock.setTimeout(wake, ms);
  const watch = watchAbort(signal, wake);
}
