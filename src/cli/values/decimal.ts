import { BadValue, type ValueReader } from './value-reader.js';

/**
 * Reads a number within bounds, in decimal digits, with or without a fraction.
 *
 * @param what - What the message calls it. Default: `a number`.
 */
export function decimal(min: number, max: number, what = 'a number'): ValueReader<number> {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new BadValue(`must be ${what} ${bounds}`);
  };
}
