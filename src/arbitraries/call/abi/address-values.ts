import { constantsOr } from '../../drawing/constants-or.js';
import { drawn } from '../../drawing/drawn.js';
import { toHexDigits } from '../../drawing/hex-digits.js';
import { unsignedInteger } from '../../drawing/unsigned-integer.js';
import type { AbiValues } from './abi-value.js';

const zero = `0x${'00'.repeat(20)}`;
const shape = /^0x[0-9a-f]{40}$/;

/**
 * Makes `address` arguments, in lower case as they are decoded: three of four are known ones or the zero address, the
 * rest are any. They shrink to the first that is known.
 */
export function addressValues(known: readonly string[]): AbiValues<string> {
  const constants = [...new Set([...known.map((address) => address.toLowerCase()), zero])];
  const { draw, shrinks } = unsignedInteger(160);
  const anyAddress = drawn((random) => write(draw(random)), shrinks.map(write, read));
  const addresses = constantsOr(constants, anyAddress, Math.ceil(constants.length / 3));
  return { draw: (random) => addresses.generate(random, undefined).value, shrinks: addresses };
}

function write(value: bigint): string {
  return `0x${toHexDigits(value, 20)}`;
}

function read(text: unknown): bigint {
  if (typeof text !== 'string' || !shape.test(text)) throw new TypeError('not an address');
  return BigInt(text);
}
