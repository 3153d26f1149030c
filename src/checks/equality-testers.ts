import { alphaAddressShape } from '../contract/alpha-address-shape.js';
import { parseBetaAddress } from '../contract/beta-address.js';

/** Says `true` of two values that are equal in spite of their form, and nothing of all others. */
export type EqualityTester = (a: unknown, b: unknown) => true | undefined;

/** Destination-chain addresses are equal whatever the case of their letters: the case is a checksum. */
const alphaAddresses: EqualityTester = (a, b) =>
  isAlphaAddress(a) && isAlphaAddress(b) && a.toLowerCase() === b.toLowerCase() ? true : undefined;

/** Source-chain addresses are equal in all their forms: one account, raw or friendly, bounceable or not. */
const betaAddresses: EqualityTester = (a, b) => {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b) return undefined;
  const [one, other] = [parseBetaAddress(a), parseBetaAddress(b)];
  if (one === undefined || other === undefined) return undefined;
  return one.workchain === other.workchain && one.hash === other.hash ? true : undefined;
};

/** A bigint is equal to the text that writes it in decimal, without leading zeros or spaces. */
const integers: EqualityTester = (a, b) =>
  (typeof a === 'bigint' && String(a) === b) || (typeof b === 'bigint' && String(b) === a) ? true : undefined;

/**
 * What `expect.addEqualityTesters` takes, so that `toEqual` and its relatives see through the forms of a value:
 * the letter case of destination-chain addresses, the forms of source-chain addresses, and bigints written as
 * decimal texts. They never make two values differ that are equal without them. The forms are practice.
 *
 * @example
 * import { equalityTesters } from 'crosscheck/matchers';
 *
 * expect.addEqualityTesters(equalityTesters); // crosscheck/vitest does it by itself
 * expect(response.estimatedGas).toEqual('120000');
 */
export const equalityTesters: EqualityTester[] = [alphaAddresses, betaAddresses, integers];

function isAlphaAddress(value: unknown): value is string {
  return typeof value === 'string' && alphaAddressShape.test(value);
}
