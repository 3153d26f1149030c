import fc, { type Arbitrary, type Random } from 'fast-check';
import { pick } from './pick.js';
import { drawBits } from './random-bits.js';

/** Integers from 0 to 2^bits−1. */
export interface UnsignedInteger {
  /** Draws one: every fourth is a boundary, every fourth of any magnitude, the rest are uniform. */
  readonly draw: (random: Random) => bigint;
  /** Shrinks towards 0 by halving, from a boundary too, so that the smallest failing integer is found. */
  readonly shrinks: Arbitrary<bigint>;
}

/** Makes unsigned integers of a width; 0, 1 and the largest are always among the boundaries. */
export function unsignedInteger(bits: number, boundaries: readonly bigint[] = []): UnsignedInteger {
  const max = 2n ** BigInt(bits) - 1n;
  const allBoundaries = [...new Set([0n, 1n, ...boundaries, max])];
  return {
    draw: (random) => {
      const kind = random.nextInt(0, 3);
      if (kind === 0) return pick(random, allBoundaries);
      return drawBits(random, kind === 1 ? random.nextInt(1, bits) : bits);
    },
    shrinks: fc.bigInt({ min: 0n, max }),
  };
}
