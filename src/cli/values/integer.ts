import { BadValue, type ValueReader } from './value-reader.js';

/** Reads an integer within bounds, in decimal digits. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): ValueReader<number> {
  return (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new BadValue(`must be an integer ${bounds}`);
  };
}
