import type { Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';
import { toHexDigits } from '../drawing/hex-digits.js';
import { unsignedInteger } from '../drawing/unsigned-integer.js';

const shape = /^0x[0-9a-f]{64}$/;

/** Gives operation ids: `0x` and 64 lower-case hex digits. Section 4.2; the form is practice. */
export function operationId(): Arbitrary<string> {
  const { draw, shrinks } = unsignedInteger(256);
  return drawn((random) => write(draw(random)), shrinks.map(write, read));
}

function write(value: bigint): string {
  return `0x${toHexDigits(value, 32)}`;
}

function read(text: unknown): bigint {
  if (typeof text !== 'string' || !shape.test(text)) throw new TypeError('not an operation id');
  return BigInt(text);
}
