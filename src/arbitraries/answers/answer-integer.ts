import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';
import { unsignedInteger } from '../drawing/unsigned-integer.js';

const largest = 2n ** 64n - 1n;
const boundaries = [2n ** 53n, 2n ** 63n].flatMap((power) => [power - 1n, power, power + 1n]);

/** Gives integers of an answer up to 2^64−1, often 2^53, 2^63, their neighbours, the least or the most. */
export function answerInteger(min: 0n | 1n = 0n): Arbitrary<bigint> {
  const { draw } = unsignedInteger(64, boundaries);
  return drawn((random) => draw(random) || min, fc.bigInt({ min, max: largest }));
}
