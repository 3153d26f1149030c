import { BadValue } from '../values/value-reader.js';

/** Reads a share: a number from 0 to 1. */
export function readShare(text: string): number {
  const share = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (share <= 1) return share;
  throw new BadValue('must be a number from 0 to 1, such as 0.2');
}
