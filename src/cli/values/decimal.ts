import { BadValue, type ValueReader } from './value-reader.js';

/**
 * Reads a number within bounds, in decimal digits, with or without a fraction.
 *
 * @param what - How to call it. Default: `a number`.
 */
export function decimal(min: number, max: number, what = 'a number'): ValueReader<number> {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new BadValue(`must be ${what} from ${min} to ${max}`);
  };
}
