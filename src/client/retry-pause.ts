import type { RetryPolicy } from '../deployment/deployment.js';
import { unixNowMs } from '../internal/clock.js';
import { fullJitter } from '../internal/waiting.js';
import type { AttemptOutcome } from './dispatch-once.js';
import { isPermanentFailure } from './network-failure.js';
import { retryAfterMs } from './retry-after.js';

/** The wait before another attempt. */
export interface RetryPause {
  readonly ms: number;
  /** Whether the service asked for it, with `Retry-After`. */
  readonly isAskedFor: boolean;
}

/** Whether a status says "later" and not "never": 408, 429 and 5xx. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to pause before the next attempt, or undefined when there shall be none. `Retry-After` is honoured as it
 * stands: it may be longer than `maxDelayMs`, and then the call's deadline decides.
 */
export function retryPause(
  outcome: AttemptOutcome,
  retry: number,
  { limit, minDelayMs, maxDelayMs }: RetryPolicy,
): RetryPause | undefined {
  if (retry >= limit || !mayPass(outcome)) return undefined;
  const asked = retryAfterMs(answerOf(outcome)?.headers['retry-after'], unixNowMs());
  return { ms: asked ?? fullJitter(retry, minDelayMs, maxDelayMs), isAskedFor: asked !== undefined };
}

/** A status that came decides, also when the rest of its answer did not come. */
function mayPass(outcome: AttemptOutcome): boolean {
  const status = answerOf(outcome)?.status;
  if (status !== undefined && status !== 200) return isTransientStatus(status);
  return outcome.kind === 'timeout' || (outcome.kind === 'network' && !isPermanentFailure(outcome.error));
}

function answerOf(outcome: AttemptOutcome) {
  return outcome.kind === 'response' ? outcome.response : outcome.partial;
}
