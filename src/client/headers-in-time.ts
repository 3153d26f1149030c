import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { UsageError } from '../errors.js';
import type { Clock } from '../internal/clock.js';
import { printDuration } from '../internal/print.js';
import { sleep } from '../internal/waiting.js';

/**
 * Waits for what a deployment's headers function gives, within the time of an attempt and of the call that began at
 * `start`: a token endpoint that never answers must not hang the call.
 *
 * @throws {UsageError} when it takes longer; the signal's reason when it aborted.
 */
export async function headersInTime(
  given: Promise<Headers>,
  { name, timeoutMs, deadlineMs }: Deployment,
  start: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Headers> {
  const leftMs = Math.max(1, start + deadlineMs - clock.now());
  const settled = new AbortController();
  const either = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  const timeUp = async (): Promise<never> => {
    await sleep(Math.min(timeoutMs, leftMs), clock, either);
    const limit = timeoutMs <= leftMs ? 'timeoutMs' : 'deadlineMs';
    const allowed = printDuration(limit === 'timeoutMs' ? timeoutMs : deadlineMs);
    throw new UsageError(`The headers function of ${name} gave no headers within ${allowed} (${limit})`);
  };
  try {
    return await Promise.race([given, timeUp()]);
  } finally {
    settled.abort();
  }
}
