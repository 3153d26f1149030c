import type { Arbitrary, Random } from 'fast-check';
import { toHexDigits } from './hex-digits.js';
import { pick } from './pick.js';
import { drawHexDigits } from './random-bits.js';
import { unsignedInteger } from './unsigned-integer.js';

/** Hex digits of a fixed number of bytes, without prefix. */
export interface FixedHex {
  /** Draws them as unsigned integers are drawn, without making an integer of them: that takes most of the time. */
  readonly draw: (random: Random) => string;
  /** Shrinks them as unsigned integers shrink. */
  readonly shrinks: Arbitrary<string>;
}

/** Makes hex digits of some bytes; those of 0, 1 and the largest integer come often. */
export function fixedHex(bytes: number): FixedHex {
  const write = (value: bigint): string => toHexDigits(value, bytes);
  const boundaries = [write(0n), write(1n), 'f'.repeat(2 * bytes)];
  return {
    draw: (random) => {
      const kind = random.nextInt(0, 3);
      if (kind === 0) return pick(random, boundaries);
      const digits = drawHexDigits(random, bytes);
      if (kind > 1) return digits;
      return digits.slice(random.nextInt(0, digits.length - 1)).padStart(digits.length, '0');
    },
    shrinks: unsignedInteger(8 * bytes).shrinks.map(write, read),
  };
}

function read(digits: unknown): bigint {
  if (typeof digits !== 'string') throw new TypeError('not hex digits');
  return BigInt(`0x${digits}`);
}
