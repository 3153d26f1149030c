import fc, { type Arbitrary } from 'fast-check';
import { constantsOr, shrunkLike } from '../combinators.js';
import { anyCharacter, awkwardCharacters, powersAndNeighbours, unsignedInteger } from '../values.js';

/** Decides whether the members of a response are there. */
export interface Presence {
  /** Returns an arbitrary of a value, or undefined where the member is absent. */
  optional<T>(value: Arbitrary<T>): Arbitrary<T | undefined>;
  /** Returns one of a value, null, or undefined where the member is absent; a value `weight` times as often as each of these. */
  nullable<T>(value: Arbitrary<T>, weight?: number): Arbitrary<T | null | undefined>;
}

/** Every member may be absent, and null where it may be. Section 2.2: which are always present is not shown. */
export const sometimesThere: Presence = {
  optional: (value) => constantsOr([undefined], value, 1),
  nullable: (value, weight = 2) => constantsOr([undefined, null], value, weight),
};

/** Every member is there, and none is null. */
export const alwaysThere: Presence = { optional: (value) => value, nullable: (value) => value };

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
