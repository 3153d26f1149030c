import type { Clock } from './clock.js';
import { wakeAfter } from './wake-after.js';

/** Waits `ms` milliseconds of the clock's time; an abort ends it at once with the signal's reason. */
export function sleep(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    wakeAfter(ms, clock, signal, () => (signal?.aborted ? reject(signal.reason) : resolve()));
  });
}
