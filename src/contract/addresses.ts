import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';

/** `0x` and 40 hex digits, without checking the checksum. Source: practice. */
export const alphaAddressShape = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns why a text is not a destination-chain address, or undefined if it is one: `0x` and 40 hex digits, with an
 * EIP-55 checksum if it is mixed case. `0X` is rejected. Source: practice.
 */
export function alphaAddressIssue(text: string): string | undefined {
  if (!alphaAddressShape.test(text)) return 'must be 0x and 40 hex digits';
  if (!isMixedCase(text.slice(2))) return undefined;
  const right = checksumAddress(text.toLowerCase());
  return text === right ? undefined : `must have a valid checksum: ${right}`;
}

function isMixedCase(hex: string): boolean {
  return /[a-f]/.test(hex) && /[A-F]/.test(hex);
}

const nine = '9'.charCodeAt(0);
const fromLowerToUpper = 'A'.charCodeAt(0) - 'a'.charCodeAt(0);

/**
 * Adds the EIP-55 checksum to a lowercase destination-chain address. Source: practice.
 *
 * Implemented here because generators and validation call it for every request, and the library that the tests compare
 * it with takes twice the time.
 */
export function checksumAddress(address: string): string {
  const digits = Buffer.from(address.slice(2), 'latin1');
  // Not ox's, which loads every hash that it has: 12 ms of each import of an entry.
  const hash = keccak256(digits);
  for (const [index, digit] of digits.entries()) {
    const nibble = (hash[index >> 1] as number) >> (index % 2 === 0 ? 4 : 0);
    if (digit > nine && nibble & 8) digits[index] = digit + fromLowerToUpper;
  }
  return `0x${digits.toString('latin1')}`;
}

/** An address of the source chain, decoded. */
export interface BetaAddress {
  /** `0` is the base workchain, `-1` the masterchain. Other workchains are rejected (assumption). */
  readonly workchain: 0 | -1;
  /** The 32-byte account hash as 64 lower-case hex digits. */
  readonly hash: string;
  /** The form that was read, or is to be written. */
  readonly form: BetaAddressForm;
}

/** The friendly forms, of 48 characters. Source: practice. */
export const friendlyForms = [
  'bounceable',
  'non-bounceable',
  'test-bounceable',
  'test-non-bounceable',
] as const;

/** `raw` is `workchain:64 hex`; the others are the friendly forms. Source: practice. */
export type BetaAddressForm = 'raw' | (typeof friendlyForms)[number];

const tagOfForm: Record<(typeof friendlyForms)[number], number> = {
  bounceable: 0x11,
  'non-bounceable': 0x51,
  'test-bounceable': 0x91,
  'test-non-bounceable': 0xd1,
};

const formOfTag: ReadonlyMap<number, BetaAddressForm> = new Map(
  Object.entries(tagOfForm).map(([form, tag]) => [tag, form as BetaAddressForm]),
);
const friendlyAddress = /^[A-Za-z0-9_-]{48}$/;
const rawAddress = /^(0|-1):([0-9a-fA-F]{64})$/;
const accountHash = /^[0-9a-fA-F]{64}$/;

/** The shape of an address in either form, without checking checksum and tag. Source: practice. */
export const betaAddressShape = new RegExp(`${friendlyAddress.source}|${rawAddress.source}`);

/**
 * Decodes a source-chain address; returns undefined for anything that is not one: another workchain, a bad
 * checksum, an unknown tag, the standard base64 alphabet.
 *
 * Written here instead of taken from a library because generators and fuzzers call it for every value; the tests
 * hold it against a kept library.
 */
export function parseBetaAddress(text: string): BetaAddress | undefined {
  const raw = rawAddress.exec(text);
  if (raw?.[2]) return { workchain: raw[1] === '0' ? 0 : -1, hash: raw[2].toLowerCase(), form: 'raw' };
  const bytes = friendlyBytes(text);
  if (bytes === undefined) return undefined;
  return {
    workchain: bytes[1] === 0 ? 0 : -1,
    hash: bytes.toString('hex', 2, 34),
    form: formOfTag.get(bytes[0] as number) as BetaAddressForm,
  };
}

/** Returns whether a text is a source-chain address in any form. */
export function isBetaAddress(text: string): boolean {
  return rawAddress.test(text) || friendlyBytes(text) !== undefined;
}

/** Returns the 36 bytes of a friendly address, or undefined. */
function friendlyBytes(text: string): Buffer | undefined {
  if (!friendlyAddress.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const isKnown = formOfTag.has(bytes[0] as number) && (bytes[1] === 0 || bytes[1] === 0xff);
  return isKnown && crc16(bytes.subarray(0, 34)) === bytes.readUInt16BE(34) ? bytes : undefined;
}

/**
 * Returns the text of a source-chain address in the form that `form` names.
 *
 * @throws {UsageError} when the hash is not 64 hex digits.
 */
export function formatBetaAddress({ workchain, hash, form }: BetaAddress): string {
  if (!accountHash.test(hash)) throw new UsageError(`hash must be 64 hex digits, got ${formatValue(hash)}`);
  if (form === 'raw') return `${workchain}:${hash}`;
  const content = Buffer.from([tagOfForm[form], workchain & 0xff, ...Buffer.from(hash, 'hex')]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16BE(crc16(content));
  return Buffer.concat([content, checksum]).toString('base64url');
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** CRC-16/XMODEM: the checksum of a friendly address. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ byte] as number);
  return crc;
}

/** Converts a source-chain address to its raw form, `workchain:64 hex`; returns any other text unchanged. */
export function rawBetaAddress(text: string): string {
  const address = parseBetaAddress(text);
  return address === undefined ? text : formatBetaAddress({ ...address, form: 'raw' });
}
