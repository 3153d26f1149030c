import fc, { type Arbitrary } from 'fast-check';
import { alphaAddressFault, checksumAddress } from '../../../contract/addresses.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import type { ValueFault } from './request-fault.js';

/** Faults of destination-chain addresses. The form is practice. */
export const alphaAddressFaults: readonly ValueFault[] = [
  {
    fault: 'bad-checksum-case',
    reason: 'Its letters are of both cases, but one is not of the case that the checksum of EIP-55 gives it.',
    at: each(badChecksum()),
  },
  {
    fault: 'wrong-length',
    reason: 'It has another length than the 20 bytes of an address.',
    at: each(hexBytes({ maxLength: 40 }).filter((text) => text.length !== 42)),
  },
  {
    fault: 'wrong-chain',
    reason: 'It is an address of the source chain, where one of the destination chain must be.',
    at: each(betaAddress()),
  },
];

function each(wrong: Arbitrary<string>): ValueFault['at'] {
  return { alpha: wrong, optionalAlpha: wrong };
}

/** Checksummed addresses of which the letter at one place has its case changed. */
function badChecksum(): Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 2, max: 41 }), alphaAddress())
    .filter((parts) => alphaAddressFault(write(parts)) !== undefined)
    .map(write, read);
}

function write([place, address]: [number, string]): string {
  const right = checksumAddress(address.toLowerCase());
  return right.slice(0, place) + otherCase(right.charAt(place)) + right.slice(place + 1);
}

function read(text: unknown): [number, string] {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) throw new TypeError('not an address');
  const right = checksumAddress(text.toLowerCase());
  const place = [...text].findIndex((character, index) => character !== right[index]);
  if (write([place, right]) !== text) throw new TypeError('not an address with one wrong letter');
  return [place, right];
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
