import fc, { type Arbitrary } from 'fast-check';
import { alphaAddressFault } from '../../contract/alpha-address.js';
import { checksumAddress } from '../../contract/checksum-address.js';
import { drawn } from '../drawing/drawn.js';
import { toHexDigits } from '../drawing/hex-digits.js';
import { unsignedInteger } from '../drawing/unsigned-integer.js';

type AddressParts = [isChecksummed: boolean, value: bigint];

/**
 * Gives addresses of the destination chain: `0x` and 40 hex digits, one of four with the checksum of EIP-55, the
 * others all lower. The zero address is among them. Section 2.1, `alphaCallParams.target`; the form is practice.
 */
export function alphaAddress(): Arbitrary<string> {
  const { draw, shrinks } = unsignedInteger(160);
  return drawn(
    (random) => write([random.nextInt(0, 3) === 0, draw(random)]),
    fc.tuple(fc.boolean(), shrinks).filter(isSpeltSo).map(write, read),
  );
}

function write([isChecksummed, value]: AddressParts): string {
  const address = `0x${toHexDigits(value, 20)}`;
  return isChecksummed ? checksumAddress(address) : address;
}

function read(text: unknown): AddressParts {
  if (typeof text !== 'string' || alphaAddressFault(text) !== undefined)
    throw new TypeError('not an address of the destination chain');
  const lower = text.toLowerCase();
  return [text !== lower && text === checksumAddress(lower), BigInt(text)];
}

/** A checksum without a capital letter is no spelling of its own: the address would shrink to itself. */
function isSpeltSo(parts: AddressParts): boolean {
  return read(write(parts))[0] === parts[0];
}
