import type { Arbitrary } from 'fast-check';
import { drawn } from './drawn.js';
import { unsignedInteger } from './unsigned-integer.js';

const canonicalDecimal = /^(?:0|[1-9]\d*)$/;

/** Gives integers from 0 to 2^bits−1 as canonical decimal strings, often 0, 1, the largest, or 2^n and its neighbours. */
export function decimal(bits: number, exponents: readonly bigint[]): Arbitrary<string> {
  const { draw, shrinks } = unsignedInteger(
    bits,
    exponents.map((exponent) => 2n ** exponent).flatMap((power) => [power - 1n, power, power + 1n]),
  );
  return drawn((random) => draw(random).toString(), shrinks.map(String, read));
}

function read(text: unknown): bigint {
  if (typeof text !== 'string' || !canonicalDecimal.test(text))
    throw new TypeError('not a canonical decimal');
  return BigInt(text);
}
