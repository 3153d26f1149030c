import { BadValue } from '../values/value-reader.js';

/** Reads requests a second, or `auto`. */
export function readRate(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const rate = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw new BadValue('must be a number above 0, such as 20 or 0.5, or auto');
}
