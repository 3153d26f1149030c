import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import {
  alphaAddressIssue,
  checksumAddress,
  formatBetaAddress,
  friendlyForms,
  parseBetaAddress,
} from '../../contract/addresses.js';
import { type FormatName, methodParameters } from '../../contract/formats.js';
import { canonicalDecimal } from '../../contract/integer-range.js';
import { choice, integer, usageError } from '../../internal/options.js';
import { formatValue } from '../../internal/print.js';
import { constantsOr, shrunkLike } from './combinators.js';
import { nonEmptyList, parseArbitraryOptions } from './options.js';

/**
 * Returns an arbitrary of shards keys: a uint64 as canonical decimal string, often 0, 1, 2^53, 2^63, their neighbours, or
 * 2^64−1. Section 2.1, `shardsKey`; width and form are practice.
 */
export function shardsKey(): Arbitrary<string> {
  return decimal(64, [53, 63]);
}

/**
 * Returns an arbitrary of amounts of a token in base units: a uint256 as canonical decimal string, often 0, 1, 2^53, 2^63,
 * 2^64, 2^128, their neighbours, or 2^256−1. Section 2.1, `betaAssets[].amount`; the unit is practice, width and form are
 * assumption.
 */
export function tokenAmount(): Arbitrary<string> {
  return decimal(256, [53, 63, 64, 128]);
}

/** Returns an arbitrary of operation ids: `0x` and 64 lower-case hex digits. Section 4.2; the form is practice. */
export function operationId(): Arbitrary<string> {
  return fixedHex(32).map(
    (digits) => `0x${digits}`,
    (text) => {
      if (typeof text !== 'string' || !/^0x[0-9a-f]{64}$/.test(text))
        throw new TypeError('not an operation id');
      return text.slice(2);
    },
  );
}

/**
 * Returns an arbitrary of addresses of the destination chain: `0x` and 40 hex digits, one of sixteen with the checksum of
 * EIP-55, the others all lower. The zero address is among them. Section 2.1, `alphaCallParams.target`; the form is practice.
 */
export function alphaAddress(): Arbitrary<string> {
  const digits = fixedHex(20);
  const lower = digits.map((text): AlphaParts => [false, text]);
  // Without a capital letter the checksummed spelling equals the lowercase one, and shrinking would not terminate.
  const keepsSpelling = (parts: AlphaParts): boolean => readAlpha(writeAlpha(parts))[0] === parts[0];
  const checksummed = digits.map((text): AlphaParts => [true, text]).filter(keepsSpelling);
  return shrunkLike(
    fc.oneof({ arbitrary: lower, weight: 15 }, { arbitrary: checksummed, weight: 1 }).map(writeAlpha),
    fc.tuple(fc.boolean(), digits).filter(keepsSpelling).map(writeAlpha, readAlpha),
  );
}

type AlphaParts = [isChecksummed: boolean, digits: string];

function writeAlpha([isChecksummed, digits]: AlphaParts): string {
  const address = `0x${digits}`;
  return isChecksummed ? checksumAddress(address) : address;
}

function readAlpha(text: unknown): AlphaParts {
  if (typeof text !== 'string' || alphaAddressIssue(text) !== undefined)
    throw new TypeError('not an address of the destination chain');
  const lower = text.toLowerCase();
  return [text !== lower && text === checksumAddress(lower), lower.slice(2)];
}

const betaForms = ['raw', ...friendlyForms] as const;
const betaAddressShape = {
  /** Forms to write, simplest first. Default: `raw` and the four friendly forms. */
  forms: nonEmptyList(choice(...betaForms)).default(betaForms),
  /** Workchains to use, simplest first. Default: `0` and `-1`. */
  workchains: nonEmptyList(z.literal([0, -1], 'must be 0 or -1')).default([0, -1]),
};
const betaAddressOptions = z.strictObject(betaAddressShape);

/** What {@link betaAddress} generates. */
export interface BetaAddressOptions extends Readonly<z.input<z.ZodObject<typeof betaAddressShape>>> {}

/**
 * Returns an arbitrary of addresses of the source chain: raw `workchain:64 hex`, and the 48-character friendly forms with
 * a valid checksum. Section 2.1, `betaCaller`; the forms are practice, the two workchains are assumption.
 *
 * @throws {UsageError} for an unknown form or workchain, or an empty list.
 */
export function betaAddress(options: BetaAddressOptions = {}): Arbitrary<string> {
  const { forms, workchains } = parseArbitraryOptions('betaAddress', betaAddressOptions, options);
  return fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...workchains), fixedHex(32)).map(
    ([form, workchain, hash]) => formatBetaAddress({ form, workchain, hash }),
    (text) => {
      const address = typeof text === 'string' ? parseBetaAddress(text) : undefined;
      if (address === undefined) throw new TypeError('not an address of the source chain');
      return [address.form, address.workchain, address.hash];
    },
  );
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$'];

/**
 * Returns an arbitrary of method names: empty, bare, or with `(bytes,bytes)`. Section 2.1, `alphaCallParams.methodName`;
 * the forms are practice.
 */
export function methodName(): Arbitrary<string> {
  const name = fc.tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...letters, ...'0123456789') }),
    fc.constantFrom<string>('', methodParameters),
  );
  const shape = /^([A-Za-z_$])([A-Za-z0-9_$]*)(\(bytes,bytes\))?$/;
  const named = name.map(
    (parts) => parts.join(''),
    (text) => {
      const [, first, rest, parameters = ''] = (typeof text === 'string' && shape.exec(text)) || [];
      if (first === undefined || rest === undefined) throw new TypeError('not a method name');
      return [first, rest, parameters];
    },
  );
  return constantsOr([''], named, 5);
}

const hexBytesShape = {
  /** Fewest bytes. Default: 0, which is `0x`. */
  minLength: integer(0, 2 ** 24).default(0),
  /** Most bytes, at most 2^24. Default: 128, or `minLength` where that is more. */
  maxLength: integer(0, 2 ** 24).optional(),
};
const hexBytesOptions = z.strictObject(hexBytesShape);

/** What {@link hexBytes} generates. */
export interface HexBytesOptions extends Readonly<z.input<z.ZodObject<typeof hexBytesShape>>> {}

/**
 * Returns an arbitrary of hex bytes: `0x` and an even number of lower-case hex digits. The shortest and the longest lengths,
 * bytes that are all 00 and bytes that are all ff come often. Shrinks to fewer bytes, then to a smaller number or to more
 * zeros. Section 2.1, `alphaCallParams.arguments` and `extraData`; the form is practice.
 *
 * @throws {UsageError} for a length out of range, or `minLength` above `maxLength`.
 */
export function hexBytes(options: HexBytesOptions = {}): Arbitrary<string> {
  const { minLength: min, maxLength: max = Math.max(128, min) } = parseArbitraryOptions(
    'hexBytes',
    hexBytesOptions,
    options,
  );
  if (min > max) {
    const message = `must be at most maxLength (${max}), got ${formatValue(min)}`;
    throw usageError('hexBytes has invalid options', [{ path: 'minLength', message }]);
  }
  const bytes = (minLength: number, maxLength: number): Arbitrary<string> =>
    fc
      .uint8Array({ minLength, maxLength, size: 'max' })
      .map((all) => `0x${Buffer.from(all).toString('hex')}`);
  const length = fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
  const filled = fc
    .tuple(fc.constantFrom('00', 'ff'), length)
    .map(([byte, count]) => `0x${byte.repeat(count)}`);
  const generated = fc.oneof(
    { arbitrary: bytes(min, max), weight: 5 },
    { arbitrary: bytes(max, max), weight: 1 },
    { arbitrary: filled, weight: 2 },
  );
  return shrunkLike(generated, new HexShrinking(min, max));
}

/** The texts of each format, without `''` for none. */
export const textsOf: Readonly<Record<FormatName, () => Arbitrary<string>>> = {
  'shards-key': shardsKey,
  amount: tokenAmount,
  'alpha-address': alphaAddress,
  'beta-address': betaAddress,
  'hex-bytes': hexBytes,
  'method-name': methodName,
  'operation-id': operationId,
};

interface HexContext {
  readonly length?: unknown;
  readonly number?: unknown;
}

const largestNumberBytes = 32;
const anyNatural = fc.bigInt({ min: 0n });

/**
 * Shrinks hex bytes in few steps. An array of bytes would shrink byte by byte, and in a campaign each attempt is a request:
 * of 64 bytes of which only the length matters it would take hundreds.
 */
class HexShrinking extends fc.Arbitrary<string> {
  readonly #length: Arbitrary<number>;

  constructor(min: number, max: number) {
    super();
    this.#length = fc.integer({ min, max });
  }

  /** Generates zeros only: {@link shrunkLike} generates with another arbitrary. */
  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<string> {
    const length = this.#length.generate(random, biasFactor);
    return new fc.Value(`0x${'00'.repeat(length.value)}`, { length: length.context });
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return (
      typeof value === 'string' &&
      /^0x(?:[0-9a-fA-F]{2})*$/.test(value) &&
      this.#length.canShrinkWithoutContext(byteLength(value))
    );
  }

  override shrink(value: string, context: HexContext | undefined): fc.Stream<fc.Value<string>> {
    const length = byteLength(value);
    const shorter = this.#length
      .shrink(length, context?.length)
      .map((next) => new fc.Value(value.slice(0, 2 + 2 * next.value), { length: next.context }));
    if (length > largestNumberBytes) return shorter.join(halvesZeroed(value));
    const smaller = anyNatural
      .shrink(BigInt(`0x0${value.slice(2)}`), context?.number)
      .map((next) => new fc.Value(`0x${toHexDigits(next.value, length)}`, { number: next.context }));
    return shorter.join(smaller);
  }
}

/** Zeroes half of the digits, then quarters, down to one digit: shrinking them as one number takes a step for each digit. */
function halvesZeroed(value: string): fc.Stream<fc.Value<string>> {
  const digits = value.slice(2);
  function* pieces(): IterableIterator<fc.Value<string>> {
    for (let size = digits.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < digits.length; from += size) {
        const to = Math.min(from + size, digits.length);
        if (/^0*$/.test(digits.slice(from, to))) continue;
        const zeroed = digits.slice(0, from) + '0'.repeat(to - from) + digits.slice(to);
        yield new fc.Value(`0x${zeroed}`, undefined);
      }
    }
  }
  return new fc.Stream(pieces());
}

function byteLength(hex: string): number {
  return hex.length / 2 - 1;
}

/**
 * Returns an arbitrary of integers from 0 to 2^bits−1: every fourth is a boundary, half are of any number of bits, the
 * others are uniform. Shrinks towards 0 by halving, from a boundary too. 0, 1 and the largest are always boundaries.
 */
export function unsignedInteger(bits: number, boundaries: readonly bigint[] = []): Arbitrary<bigint> {
  const max = 2n ** BigInt(bits) - 1n;
  const anyInteger = fc.bigInt({ min: 0n, max });
  const anyWidth = fc
    .tuple(anyInteger, fc.noBias(fc.nat({ max: bits - 1 })))
    .map(([value, dropped]) => value >> BigInt(dropped));
  const generated = fc.oneof(
    { arbitrary: fc.constantFrom(...new Set([0n, 1n, ...boundaries, max])), weight: 1 },
    { arbitrary: anyWidth, weight: 2 },
    { arbitrary: anyInteger, weight: 1 },
  );
  return shrunkLike(generated, anyInteger);
}

/** Returns the powers of two with some exponents, and the neighbours of each: the boundaries of integers of that many bits. */
export function powersAndNeighbours(exponents: readonly number[]): bigint[] {
  return exponents
    .map((exponent) => 2n ** BigInt(exponent))
    .flatMap((power) => [power - 1n, power, power + 1n]);
}

/** Returns an arbitrary of integers from 0 to 2^bits−1 as canonical decimal strings, often 2^n or a neighbour. */
export function decimal(bits: number, exponents: readonly number[]): Arbitrary<string> {
  return unsignedInteger(bits, powersAndNeighbours(exponents)).map(String, (text) => {
    if (typeof text !== 'string' || !canonicalDecimal.test(text))
      throw new TypeError('not a canonical decimal');
    return BigInt(text);
  });
}

/** Returns an arbitrary of the hex digits of a fixed number of bytes, without prefix; they shrink as integers do. */
export function fixedHex(bytes: number): Arbitrary<string> {
  return unsignedInteger(8 * bytes).map(
    (value) => toHexDigits(value, bytes),
    (digits) => {
      if (typeof digits !== 'string') throw new TypeError('not hex digits');
      return BigInt(`0x${digits}`);
    },
  );
}

function toHexDigits(value: bigint, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0');
}

/** Characters of 1 to 11 bytes in UTF-8, plain ones first: quotes, controls, a combining mark, a direction override, a joined emoji. */
export const awkwardCharacters: readonly string[] = [
  ...'aZ09 _-"\\\'<%{',
  '\n',
  '\0',
  'é',
  'e\u0301',
  '\u202e',
  '中',
  'ß',
  '😀',
  '👩‍🚀',
  '\u{10ffff}',
];

const surrogates = { from: 0xd800, count: 0x800 };
const codePoints = 0x110000 - surrogates.count;
const simplest = 'a'.charCodeAt(0);

/** One code point, `a` first and the control characters last, so that shrunk texts are readable. */
export const anyCharacter: Arbitrary<string> = fc.nat({ max: codePoints - 1 }).map(
  (index) => {
    const point = (index + simplest) % codePoints;
    return String.fromCodePoint(point < surrogates.from ? point : point + surrogates.count);
  },
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point) || !text.isWellFormed())
      throw new TypeError('not one character');
    const index = point < surrogates.from ? point : point - surrogates.count;
    return (index - simplest + codePoints) % codePoints;
  },
);
