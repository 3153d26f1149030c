/** An address of the source chain, decoded. */
export interface BetaAddress {
  /** `0` is the base workchain, `-1` the masterchain. Other workchains are refused (assumption). */
  readonly workchain: 0 | -1;
  /** The 32-byte account hash as 64 lower-case hex digits. */
  readonly hash: string;
  /** The form that was read, or is to be written. */
  readonly form: BetaAddressForm;
}

/** `raw` is `workchain:64 hex`; the others are the 48-character friendly forms. Source: practice. */
export type BetaAddressForm =
  | 'raw'
  | 'bounceable'
  | 'non-bounceable'
  | 'test-bounceable'
  | 'test-non-bounceable';

const tagOfForm = {
  bounceable: 0x11,
  'non-bounceable': 0x51,
  'test-bounceable': 0x91,
  'test-non-bounceable': 0xd1,
} as const;

const formOfTag = new Map(Object.entries(tagOfForm).map(([form, tag]) => [tag, form as BetaAddressForm]));
const rawAddress = /^(0|-1):([0-9a-fA-F]{64})$/;
const friendlyAddress = /^[A-Za-z0-9_-]{48}$/;

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
  if (!friendlyAddress.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const form = formOfTag.get(bytes[0] as 0x11);
  const workchain = bytes.readInt8(1);
  if (form === undefined || (workchain !== 0 && workchain !== -1)) return undefined;
  if (crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return undefined;
  return { workchain, hash: bytes.toString('hex', 2, 34), form };
}

/** Writes a source-chain address in the form that it names. */
export function formatBetaAddress({ workchain, hash, form }: BetaAddress): string {
  if (form === 'raw') return `${workchain}:${hash}`;
  const bytes = Buffer.alloc(36);
  bytes[0] = tagOfForm[form];
  bytes.writeInt8(workchain, 1);
  bytes.write(hash, 2, 'hex');
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34);
  return bytes.toString('base64url');
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** CRC-16/XMODEM, the checksum of a friendly address. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ byte] as number);
  return crc;
}
