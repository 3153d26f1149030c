import fc, { type Arbitrary } from 'fast-check';
import { alphaAddressFault, checksumAddress } from '../../contract/addresses.js';
import { drawn } from '../drawing/drawn.js';
import { fixedHex } from '../drawing/fixed-hex.js';

type AddressParts = [isChecksummed: boolean, digits: string];

/**
 * Gives addresses of the destination chain: `0x` and 40 hex digits, one of sixteen with the checksum of EIP-55, the
 * others all lower. The zero address is among them. Section 2.1, `alphaCallParams.target`; the form is practice.
 */
export function alphaAddress(): Arbitrary<string> {
  const { draw, shrinks } = fixedHex(20);
  return drawn(
    // One of sixteen, because a checksum takes several times as long as all the rest of an address.
    (random) => write([random.nextInt(0, 15) === 0, draw(random)]),
    fc.tuple(fc.boolean(), shrinks).filter(isSpeltSo).map(write, read),
  );
}

function write([isChecksummed, digits]: AddressParts): string {
  const address = `0x${digits}`;
  return isChecksummed ? checksumAddress(address) : address;
}

function read(text: unknown): AddressParts {
  if (typeof text !== 'string' || alphaAddressFault(text) !== undefined)
    throw new TypeError('not an address of the destination chain');
  const lower = text.toLowerCase();
  return [text !== lower && text === checksumAddress(lower), lower.slice(2)];
}

/** A checksum without a capital letter is no spelling of its own: the address would shrink to itself. */
function isSpeltSo(parts: AddressParts): boolean {
  return read(write(parts))[0] === parts[0];
}
