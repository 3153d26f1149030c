import type { Arbitrary } from 'fast-check';
import { decimal } from '../drawing/decimal.js';

/**
 * Gives amounts of a token in base units: a uint256 as canonical decimal string, often 0, 1, 2^53, 2^63, 2^64, 2^128,
 * their neighbours, or 2^256−1. Section 2.1, `betaAssets[].amount`; the unit is practice, width and form are
 * assumption.
 */
export function tokenAmount(): Arbitrary<string> {
  return decimal(256, [53n, 63n, 64n, 128n]);
}
