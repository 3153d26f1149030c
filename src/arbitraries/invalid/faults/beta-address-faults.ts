import fc, { type Arbitrary } from 'fast-check';
import { formatBetaAddress, friendlyForms } from '../../../contract/addresses.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { affixed, rewritten } from './affixed.js';
import type { ValueFault } from './request-fault.js';

const friendly = betaAddress({ forms: friendlyForms });
const rawInBaseWorkchain = betaAddress({ forms: ['raw'], workchains: [0] });
const checksumAt = 34;

/** Faults of source-chain addresses. The forms are practice, the two workchains are assumption. */
export const betaAddressFaults: readonly ValueFault[] = [
  {
    fault: 'bad-crc',
    reason: 'Its checksum, CRC-16 over tag, workchain and hash, is not right.',
    at: each(badCrc()),
  },
  {
    fault: 'standard-base64',
    reason: 'It is written in the standard alphabet of base64, not in the url-safe one.',
    at: each(
      rewritten(
        friendly.filter((text) => /[-_]/.test(text)),
        (text) => text.replaceAll('-', '+').replaceAll('_', '/'),
        (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
      ),
    ),
  },
  {
    fault: 'unknown-workchain',
    reason: 'Its workchain is none of the two that there are, 0 and -1.',
    at: each(affixed(rawInBaseWorkchain.map(hashOf, withWorkchain), ['1', ''], ['-2', ''], ['255', ''])),
  },
  {
    fault: 'wrong-length',
    reason: 'It is longer than an address.',
    at: each(affixed(betaAddress(), ['', '00'])),
  },
  {
    fault: 'wrong-length',
    reason: 'It is shorter than an address.',
    at: each(
      rewritten(
        rawInBaseWorkchain,
        (text) => text.slice(0, -2),
        (text) => `${text}00`,
      ),
    ),
  },
  {
    fault: 'wrong-chain',
    reason: 'It is an address of the destination chain, where one of the source chain must be.',
    at: each(alphaAddress()),
  },
];

function each(wrong: Arbitrary<string>): ValueFault['at'] {
  return { beta: wrong, optionalBeta: wrong };
}

/** The colon and the hash of a raw address. */
function hashOf(raw: string): string {
  return raw.slice(1);
}

function withWorkchain(colonAndHash: unknown): string {
  return `0${colonAndHash}`;
}

/** Friendly addresses whose checksum has some of its bits flipped. */
function badCrc(): Arbitrary<string> {
  return fc.tuple(fc.integer({ min: 1, max: 0xffff }), friendly).map(flipChecksum, readFlipped);
}

function flipChecksum([bits, address]: [number, string]): string {
  const bytes = Buffer.from(address, 'base64url');
  bytes.writeUInt16BE(bytes.readUInt16BE(checksumAt) ^ bits, checksumAt);
  return bytes.toString('base64url');
}

function readFlipped(text: unknown): [number, string] {
  if (typeof text !== 'string' || !/^[A-Za-z0-9_-]{48}$/.test(text))
    throw new TypeError('not a friendly form');
  const bytes = Buffer.from(text, 'base64url');
  const hash = bytes.toString('hex', 2, checksumAt);
  const workchain = bytes[1] === 0 ? 0 : -1;
  for (const form of friendlyForms) {
    const right = formatBetaAddress({ form, workchain, hash });
    const bits = Buffer.from(right, 'base64url').readUInt16BE(checksumAt) ^ bytes.readUInt16BE(checksumAt);
    if (flipChecksum([bits, right]) === text) return [bits, right];
  }
  throw new TypeError('not an address with a wrong checksum');
}
