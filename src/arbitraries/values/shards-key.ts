import type { Arbitrary } from 'fast-check';
import { decimal } from '../drawing/decimal.js';

/**
 * Gives shards keys: a uint64 as canonical decimal string, often 0, 1, 2^53, 2^63, their neighbours, or 2^64−1.
 * Section 2.1, `shardsKey`; width and form are practice.
 */
export function shardsKey(): Arbitrary<string> {
  return decimal(64, [53n, 63n]);
}
