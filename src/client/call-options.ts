import { longestTimerMs } from '../internal/clock.js';
import { integerFrom, type OptionRule } from '../internal/options.js';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt of this call may take. Default: the deployment's. */
  readonly timeoutMs?: number | undefined;
  /** How many times this call is tried again. Default: the deployment's. */
  readonly retries?: number | undefined;
}

/** A signal that can end something. */
export const abortSignal: OptionRule = (value) =>
  value instanceof AbortSignal ? undefined : 'must be an AbortSignal';

export const callRules: Record<keyof CallOptions, OptionRule> = {
  signal: abortSignal,
  timeoutMs: integerFrom(1, longestTimerMs),
  retries: integerFrom(0, 100),
};
