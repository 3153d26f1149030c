import type { RetryPolicy } from '../deployment/deployment.js';
import { fullJitter } from '../internal/backoff.js';
import { unixNowMs } from '../internal/clock.js';
import type { AttemptOutcome } from './dispatch-once.js';
import { retryAfterMs } from './retry-after.js';

/** Whether a status says "later" and not "never": 408, 429 and 5xx. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to pause before the next attempt, in milliseconds, or undefined when there shall be none. `Retry-After`
 * is honoured as it stands: it may be longer than `maxDelayMs`, and then the call's deadline decides.
 */
export function retryPauseMs(
  outcome: AttemptOutcome,
  retry: number,
  policy: RetryPolicy,
): number | undefined {
  if (retry >= policy.limit) return undefined;
  const jittered = (): number => fullJitter(retry, policy.minDelayMs, policy.maxDelayMs);
  switch (outcome.kind) {
    case 'network':
    case 'timeout':
      return jittered();
    case 'response': {
      const { status, headers } = outcome.response;
      if (!isTransientStatus(status)) return undefined;
      return retryAfterMs(headers['retry-after'], unixNowMs()) ?? jittered();
    }
    default:
      return undefined;
  }
}
