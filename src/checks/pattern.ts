import { booleanOf } from '../internal/user-callback.js';
import { type EqualityTester, equalityTesters } from './equality-testers.js';

/** An asymmetric matcher of a test runner, such as `expect.any(String)`. */
export interface AsymmetricPattern {
  asymmetricMatch(received: unknown, testers?: EqualityTester[]): boolean;
}

/**
 * What a part of an answer should look like: members that are not named may be anything, an integer may be written
 * as a bigint, a number or a decimal text, and an asymmetric matcher may stand anywhere.
 */
export type Pattern<T> =
  | AsymmetricPattern
  | (T extends bigint
      ? bigint | number | string
      : T extends string
        ? string | bigint
        : T extends readonly (infer Item)[]
          ? readonly Pattern<Item>[]
          : T extends object
            ? { readonly [Name in keyof T as NamedMember<Name>]?: Pattern<T[Name]> | undefined }
            : T);

/** Members that the interface names, so that the compiler refuses a misspelt one. */
type NamedMember<Name> = string extends Name ? never : Name;

/** Tells whether a value is an asymmetric matcher. */
export function isAsymmetric(value: unknown): value is AsymmetricPattern {
  return typeof (value as Partial<AsymmetricPattern> | null | undefined)?.asymmetricMatch === 'function';
}

/** Tells whether an asymmetric matcher says what a value must not be, as those of `expect.not` do. */
export function isInverse(matcher: AsymmetricPattern): boolean {
  return (matcher as { inverse?: unknown }).inverse === true;
}

/** Tells whether a value that came is the expected one, in one of its forms or by an asymmetric matcher. */
export function fitsValue(received: unknown, expected: unknown): boolean {
  // `expect.not.stringContaining(…)` accepts whatever is no text; of what is absent nobody can say what it contains.
  if (isAsymmetric(expected)) {
    if (received === undefined && isInverse(expected)) return false;
    return booleanOf('An asymmetric matcher', () => expected.asymmetricMatch(received, equalityTesters));
  }
  if (Object.is(received, expected)) return true;
  if (typeof received === 'bigint' && Number.isSafeInteger(expected))
    return received === BigInt(expected as number);
  return equalityTesters.some((isEqual) => isEqual(received, expected));
}
