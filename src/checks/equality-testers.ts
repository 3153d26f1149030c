import { alphaAddressShape, parseBetaAddress } from '../contract/addresses.js';

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
 * Testers for `expect.addEqualityTesters` with which `toEqual` and its relatives see through the forms of every value: the
 * letter case of destination-chain addresses, the forms of source-chain addresses, and bigints written as decimal texts.
 * They never make two values differ that are equal without them. The forms are practice. Add them only where no other
 * assertion of the run needs exact texts: they apply to all of them. Answers alone need none, see `resultTesters`.
 *
 * @example
 * import { equalityTesters } from 'crosscheck/matchers';
 *
 * expect.addEqualityTesters(equalityTesters);
 * expect(response.estimatedGas).toEqual('120000');
 */
export const equalityTesters: EqualityTester[] = [alphaAddresses, betaAddresses, integers];

/** What a test runner gives a tester as `this`. */
interface TesterContext {
  equals(a: unknown, b: unknown, testers?: unknown[]): boolean;
}

const answered = new WeakSet<object>();

/** Marks a value that a service answered, and everything in it, for {@link resultTesters}. */
export function markAnswered<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !answered.has(value)) {
    answered.add(value);
    for (const member of Object.values(value)) markAnswered(member);
  }
  return value;
}

function isAnswered(value: unknown): boolean {
  return typeof value === 'object' && value !== null && answered.has(value);
}

/** Applies {@link equalityTesters} inside of what a service answered; `toStrictEqual` stays strict there as well. */
function answers(this: TesterContext, a: unknown, b: unknown, testers: unknown[] = []): true | undefined {
  if (!isAnswered(a) && !isAnswered(b)) return undefined;
  if (testers.some((tester) => (tester as { name?: string }).name === 'typeEquality')) return undefined;
  const others = testers.filter((tester) => tester !== answers);
  return this.equals(a, b, [...equalityTesters, ...others]) ? true : undefined;
}

/**
 * Testers for `expect.addEqualityTesters` with which `toEqual` sees through the forms of values as `equalityTesters` do, but
 * only inside of objects and lists that a client of this package read: `result.response`, and what is in it. All other
 * values are compared as ever, and so is everything by `toStrictEqual`. `crosscheck/vitest` adds them.
 */
export const resultTesters: EqualityTester[] = [answers as EqualityTester];

function isAlphaAddress(value: unknown): value is string {
  return typeof value === 'string' && alphaAddressShape.test(value);
}
