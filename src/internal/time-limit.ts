import type { Clock } from './clock.js';

/**
 * Runs something with a signal that aborts after `ms` milliseconds of the clock's time, or when the parent signal
 * does. Leaves no timer and no listener behind.
 */
export async function withTimeLimit<T>(
  ms: number,
  clock: Clock,
  parent: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) onAbort();
  parent?.addEventListener('abort', onAbort, { once: true });
  const timer = clock.setTimeout(() => controller.abort(new Error('no answer by the deadline')), ms);
  try {
    return await run(controller.signal);
  } finally {
    clock.clearTimeout(timer);
    parent?.removeEventListener('abort', onAbort);
  }
}
