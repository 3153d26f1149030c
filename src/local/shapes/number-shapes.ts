import { z } from 'zod';

/** An integer within bounds. */
export function integerWithin(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  const expected = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return z
    .int('must be an integer')
    .min(min, `must be a number ${expected}`)
    .max(max, `must be a number ${expected}`);
}
