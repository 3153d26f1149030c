import { z } from 'zod';
import { longestTimerMs } from '../../internal/clock.js';

/** An integer within bounds. */
export function integerWithin(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  const expected = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return z
    .int('must be an integer')
    .min(min, `must be a number ${expected}`)
    .max(max, `must be a number ${expected}`);
}

/** A duration that a timer can be set for, in whole milliseconds. */
export function durationMs(min: number): z.ZodNumber {
  return integerWithin(min, longestTimerMs);
}
