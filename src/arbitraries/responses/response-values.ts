import fc, { type Arbitrary } from 'fast-check';
import type { Conventions } from '../../contract/conventions.js';
import type { ResponseFormatName } from '../../contract/response-formats.js';
import type { ResponseField, ResponseFields } from '../../contract/responses.js';
import { constantsOr, members, shrunkLike } from '../values/combinators.js';
import {
  alphaAddress,
  anyCharacter,
  awkwardCharacters,
  betaAddress,
  hexBytes,
  operationId,
  powersAndNeighbours,
  tokenAmount,
  unsignedInteger,
} from '../values/values.js';

/** Decides whether the members of a response are present. */
export interface Presence {
  /** Returns an arbitrary of a value, or undefined where the member is absent. */
  optional<T>(value: Arbitrary<T>): Arbitrary<T | undefined>;
  /** Returns one of a value, null, or undefined where the member is absent; a value `weight` times as often as each of these. */
  nullable<T>(value: Arbitrary<T>, weight?: number): Arbitrary<T | null | undefined>;
}

/** Every member may be absent, and null where it may be. Section 2.2: which are always present is not shown. */
export const sometimesPresent: Presence = {
  optional: (value) => constantsOr([undefined], value, 1),
  nullable: (value, weight = 2) => constantsOr([undefined, null], value, weight),
};

/** Every member is present, and none is null. */
export const alwaysPresent: Presence = { optional: (value) => value, nullable: (value) => value };

/**
 * Returns an arbitrary of objects with the members that the interface names, in the order of their rows.
 *
 * @param chosen - Arbitraries of members that depend on something, with their presence.
 */
export function responseObject<T extends object>(
  fields: ResponseFields,
  presence: Presence,
  chosen: { readonly [Name in keyof T]?: Arbitrary<T[Name] | undefined> } = {},
): Arbitrary<T> {
  const rows = Object.entries(fields).map(([name, field]) => [name, fieldValues(field, presence)] as const);
  return members<T>({ ...Object.fromEntries(rows), ...chosen } as Parameters<typeof members<T>>[0]);
}

function fieldValues(field: ResponseField, presence: Presence): Arbitrary<unknown> {
  if ('members' in field) return placed(field, presence, responseObject(field.members, presence), 1);
  if ('items' in field)
    return placed(field, presence, responseList(responseObject(field.items, presence), 2), 2);
  return placed(field, presence, formatValues[field.format](), 1);
}

/** A value comes `weight` times as often as null, where that may be, and as no member. */
function placed(
  { nullable }: ResponseField,
  presence: Presence,
  value: Arbitrary<unknown>,
  weight: number,
): Arbitrary<unknown> {
  return nullable ? presence.nullable(value, weight) : presence.optional(value);
}

/** Arbitraries of the values of each format. */
const formatValues: Readonly<Record<ResponseFormatName, () => Arbitrary<unknown>>> = {
  boolean: () => fc.boolean(),
  text: () => responseText(),
  stage: () => responseText(),
  chainType: () => responseText(),
  uint64: () => responseInteger(),
  timestamp: () => responseTimestamp('s'),
  amount: () => tokenAmount(),
  alphaAddress: () => alphaAddress(),
  betaAddress: () => betaAddress(),
  token: () => constantsOr([''], betaAddress(), 3),
  operationId: () => operationId(),
  hexBytes: () => hexBytes({ maxLength: 64 }),
  callData: () => hexBytes({ maxLength: 64 }),
  transactionHash: () => transactionHash(),
};

/** Texts that consumers often truncate inside a character, print raw, or misinterpret. */
const awkwardTexts = [
  '0',
  'null',
  ' ',
  'a "quoted" \\ text',
  'first line\nsecond line',
  'tab\tand nul\u0000',
  'é',
  'e\u0301',
  '日本語のエラー',
  '𝒳',
  '👩‍👩‍👧',
  '🦊'.repeat(64),
  '\u202Eright to left',
  '\uFEFFmarked',
  '<b>bold</b>',
];

/** Returns an arbitrary of texts: empty, plain, and of characters that take several bytes or several code points. */
export function responseText(minLength: 0 | 1 = 0): Arbitrary<string> {
  const composed = fc
    .array(fc.constantFrom(...awkwardCharacters), { minLength: 1, maxLength: 12 })
    .map((characters) => characters.join(''));
  return shrunkLike(
    fc.oneof(
      minLength === 0 ? fc.constant('') : fc.constantFrom(...awkwardTexts),
      fc.constantFrom(...awkwardTexts),
      { arbitrary: composed, weight: 2 },
    ),
    fc.string({ unit: anyCharacter, minLength }),
  );
}

/** Returns an arbitrary of integers up to 2^64−1, often 2^53, 2^63, their neighbours, the least or the most. */
export function responseInteger(min: 0n | 1n = 0n): Arbitrary<bigint> {
  const integers = unsignedInteger(64, powersAndNeighbours([53, 63])).map((value) => value || min);
  return shrunkLike(integers, fc.bigInt({ min, max: 2n ** 64n - 1n }));
}

/** Returns an arbitrary of lists, every second of them empty, the others of up to `max` items. */
export function responseList<T>(item: Arbitrary<T>, max: number): Arbitrary<T[]> {
  const empty = fc.array(item, { maxLength: 0 });
  return shrunkLike(fc.oneof(empty, fc.array(item, { minLength: 1, maxLength: max })), fc.array(item));
}

/**
 * Returns an arbitrary of hashes of transactions: `0x` and 64 hex digits. Each shrinks to zero at once: no hash says more
 * than another, and a timeline has many of them. Section 2.3, `transactions[].hash`; the form is assumption.
 */
export function transactionHash(): Arbitrary<string> {
  return constantsOr([`0x${'0'.repeat(64)}`], fc.noShrink(operationId()), 15);
}

/**
 * Returns an arbitrary of timestamps, three of four between 2023 and October 2025 in the deployment's unit, the others where readers break.
 * Section 2.3, `response.timestamp`; the unit is a convention, the width is assumption.
 */
export function responseTimestamp(unit: Conventions['timestampUnit']): Arbitrary<bigint> {
  const max = 2n ** 63n - 1n;
  const boundaries = [0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, max];
  return shrunkLike(
    fc.oneof(
      { arbitrary: fc.constantFrom(...boundaries), weight: 1 },
      { arbitrary: recentTimestamp(unit), weight: 3 },
    ),
    fc.bigInt({ min: 0n, max }),
  );
}

/** Returns an arbitrary of timestamps between 2023 and October 2025: what is in the future cannot be, a wait would find it. */
export function recentTimestamp(unit: Conventions['timestampUnit']): Arbitrary<bigint> {
  return fc.bigInt({ min: 1_700_000_000n * perSecond(unit), max: 1_760_000_000n * perSecond(unit) });
}

/** Returns the number of units per second. */
export function perSecond(unit: Conventions['timestampUnit']): bigint {
  return unit === 's' ? 1n : 1000n;
}
