import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** What is known of an arbitrary that must obey the laws. */
export interface LawSubject<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly isValid: (value: T) => boolean;
  /** What every value shrinks to when whatever is tried fails. */
  readonly simplest: T;
  /** Values that a person wrote, which must shrink as well. */
  readonly outside?: readonly T[];
  /** Values that it would never give, which it must refuse to shrink. */
  readonly strangers?: readonly unknown[];
  /** How many values to shrink in every way. Default: 50. */
  readonly chains?: number;
}

const longestChain = 2000;

/** Declares the tests of the laws: valid, repeatable, shrinking validly and to an end, from outside too. */
export function describeArbitraryLaws<T>(name: string, subject: LawSubject<T>): void {
  const { arbitrary, isValid, simplest, outside = [], strangers = [], chains = 50 } = subject;

  describe(`${name} obeys the laws`, () => {
    it('gives valid values', () => {
      expect(fc.sample(arbitrary, { numRuns: 1000, seed: 1 }).filter((value) => !isValid(value))).toEqual([]);
    });

    it('gives the same values for the same seed, others for another', () => {
      const draw = (seed: number): T[] => fc.sample(arbitrary, { numRuns: 100, seed });
      expect(draw(7)).toEqual(draw(7));
      expect(draw(7)).not.toEqual(draw(8));
    });

    it('shrinks to the simplest value', () => {
      expect(shrunkBy(arbitrary, () => false)).toEqual(simplest);
    });

    it('shrinks validly and to an end, whichever way is taken', () => {
      for (const value of generated(arbitrary, chains)) expectGoodChains(subject, value);
    });

    it('shrinks values from outside', () => {
      for (const value of [...outside, ...fc.sample(arbitrary, { numRuns: chains, seed: 3 })]) {
        expect(isValid(value), show(value)).toBe(true);
        expect(arbitrary.canShrinkWithoutContext(value), show(value)).toBe(true);
        expectGoodChains(subject, new fc.Value(value, undefined));
      }
      for (const example of outside) {
        expect(shrunkBy(arbitrary, () => false, example)).toEqual(simplest);
      }
    });

    it('refuses strangers', () => {
      const nothing = [undefined, null, 12, 'no such value', {}, []].filter((value) => !isValid(value as T));
      for (const stranger of [...nothing, ...strangers]) {
        expect(arbitrary.canShrinkWithoutContext(stranger), show(stranger)).toBe(false);
      }
    });
  });
}

/** The counterexample that fast-check comes to for a property, from an example or from its own draws. */
export function shrunkBy<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean, example?: T): T {
  const examples: [T][] = example === undefined ? [] : [[example]];
  const { counterexample } = fc.check(fc.property(arbitrary, holds), { seed: 1, numRuns: 2000, examples });
  if (counterexample === null) throw new Error('the property holds');
  return counterexample[0];
}

/** Follows the shrinks as runs do whose properties fail for every value, for some of them, and for few. */
function expectGoodChains<T>({ arbitrary, isValid }: LawSubject<T>, start: fc.Value<T>): void {
  for (const oneOf of [1, 5]) {
    let current: fc.Value<T> | undefined = start;
    for (let step = 0; current !== undefined; step++) {
      expect(step, `a chain from ${show(start.value)}`).toBeLessThan(longestChain);
      const { value, context }: fc.Value<T> = current;
      current = undefined;
      for (const next of arbitrary.shrink(value, context)) {
        if (!isValid(next.value))
          expect.fail(`${show(value)} shrinks to ${show(next.value)}, which is not valid`);
        if (show(next.value) === show(value)) expect.fail(`${show(value)} shrinks to itself`);
        if (checksum(show(next.value)) % oneOf !== 0) continue;
        current = next;
        break;
      }
    }
  }
}

/** Decides which values "fail": the same value always, whatever it is like. */
function checksum(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65521, 7);
}

/** Values with the context in which they were generated, which `fc.sample` does not show. */
function generated<T>(arbitrary: fc.Arbitrary<T>, count: number): fc.Value<T>[] {
  return fc.sample(new WithContext(arbitrary), { numRuns: count, seed: 2 });
}

class WithContext<T> extends fc.Arbitrary<fc.Value<T>> {
  readonly #arbitrary: fc.Arbitrary<T>;

  constructor(arbitrary: fc.Arbitrary<T>) {
    super();
    this.#arbitrary = arbitrary;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<fc.Value<T>> {
    return new fc.Value(this.#arbitrary.generate(random, biasFactor), undefined);
  }

  override canShrinkWithoutContext(_: unknown): _ is fc.Value<T> {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<fc.Value<T>>> {
    return fc.Stream.nil();
  }
}

function show(value: unknown): string {
  const withBigints = (_: string, member: unknown): unknown =>
    typeof member === 'bigint' ? `${member}n` : member;
  return JSON.stringify(value, withBigints) ?? String(value);
}
