import { z } from 'zod';
import { longestTimerMs } from '../internal/clock.js';
import { abortSignal, integer } from '../internal/options.js';

const callShape = {
  /** Ends the call at once; it then rejects with the signal's reason. */
  signal: abortSignal().optional(),
  /** How long this call may take with all its attempts and pauses. Default: the deployment's. */
  timeoutMs: integer(1, longestTimerMs).optional(),
  /** How long one attempt of this call may take. Default: the deployment's. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional(),
  /** How many times this call is tried again. Default: the deployment's. */
  retries: integer(0, 100).optional(),
};

/** The options of every call. */
export const callOptions = z.strictObject(callShape);

/** What every call takes. */
export interface CallOptions extends Readonly<z.input<z.ZodObject<typeof callShape>>> {}
