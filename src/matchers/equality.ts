import { isFromResponse } from '../client/results.js';
import { parseBetaAddress } from '../contract/addresses.js';

/** Returns `true` for two values that are equal although they are written differently, and undefined for all others. */
export type EqualityTester = (a: unknown, b: unknown) => true | undefined;

/**
 * Compares hex texts (destination-chain addresses, operation ids, bytes, hashes in hex) without letter case. In an address
 * it is only a checksum. Base64 texts have no `0x` before hex digits alone, so their letter case counts.
 */
const hexTexts: EqualityTester = (a, b) =>
  isHex(a) && isHex(b) && a.toLowerCase() === b.toLowerCase() ? true : undefined;

/** Treats all forms of a source-chain address as equal: raw or friendly, bounceable or not. */
const betaAddresses: EqualityTester = (a, b) => {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b) return undefined;
  const [one, other] = [parseBetaAddress(a), parseBetaAddress(b)];
  if (one === undefined || other === undefined) return undefined;
  return one.workchain === other.workchain && one.hash === other.hash ? true : undefined;
};

/** Treats an integer as equal in all its forms: bigint, number up to 2^53, and decimal text without leading zeros or spaces. */
const integers: EqualityTester = (a, b) => {
  if (typeof a === typeof b) return undefined;
  const [one, other] = [integerOf(a), integerOf(b)];
  return one !== undefined && one === other ? true : undefined;
};

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'string') return /^(?:0|-?[1-9]\d*)$/.test(value) ? BigInt(value) : undefined;
  return typeof value === 'bigint' || Number.isSafeInteger(value)
    ? BigInt(value as bigint | number)
    : undefined;
}

/**
 * Testers for `expect.addEqualityTesters` with which `toEqual` accepts every form of a value: any letter case of hex
 * digits after `0x`, any form of a source-chain address, and a number or a decimal text for a bigint. They never make two
 * values differ that are equal without them. They apply to all assertions of the run, so add them only where no other one
 * needs exact texts. For the answers of a client, `resultTesters` are enough.
 *
 * @example
 * import { equalityTesters } from 'crosscheck/matchers';
 *
 * expect.addEqualityTesters(equalityTesters);
 * expect(response.estimatedGas).toEqual('120000');
 */
export const equalityTesters: EqualityTester[] = [hexTexts, betaAddresses, integers];

/** The `this` of a tester. */
interface TesterContext {
  equals(a: unknown, b: unknown, testers?: unknown[]): boolean;
}

/** Applies {@link equalityTesters} to values that a client read from a response, except in `toStrictEqual`. */
function answers(this: TesterContext, a: unknown, b: unknown, testers: unknown[] = []): true | undefined {
  if (!isFromResponse(a) && !isFromResponse(b)) return undefined;
  if (testers.some((tester) => (tester as { name?: string }).name === 'typeEquality')) return undefined;
  const others = testers.filter((tester) => tester !== answers);
  return this.equals(a, b, [...equalityTesters, ...others]) ? true : undefined;
}

/**
 * Testers for `expect.addEqualityTesters` that accept the same forms as `equalityTesters`, but only in objects and lists
 * that a client of this package has read: `result.response` and everything in it. Other values, and all values in
 * `toStrictEqual`, are compared as without them. `crosscheck/vitest` adds them.
 */
export const resultTesters: EqualityTester[] = [answers as EqualityTester];

/** Returns whether a value is `0x` and hex digits. */
export function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value);
}
