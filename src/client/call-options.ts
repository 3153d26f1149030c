import { z } from 'zod';
import { longestTimerMs } from '../internal/clock.js';
import { abortSignal, integer } from '../internal/options.js';

const callShape = {
  /** Ends the call at once. The call rejects with the signal's reason. */
  signal: abortSignal().optional(),
  /** Time limit of this call with all its attempts and pauses, in milliseconds. Default: the deployment's. */
  timeoutMs: integer(1, longestTimerMs).optional(),
  /** Time limit of one attempt of this call, in milliseconds. Default: the deployment's. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional(),
  /** The number of retries of this call. Default: the deployment's. */
  retries: integer(0, 100).optional(),
};

/** The options of every call. */
export const callOptions = z.strictObject(callShape);

/** The options of every call. */
export interface CallOptions extends Readonly<z.input<z.ZodObject<typeof callShape>>> {}
