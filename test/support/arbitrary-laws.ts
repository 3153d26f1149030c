import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** An arbitrary, and what its values must be like. */
export interface LawSubject<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly isValid: (value: T) => boolean;
  /** What values shrink to when whatever is tried fails; a predicate if it is more than one value. */
  readonly simplest: T | ((value: T) => boolean);
  /** Whether it shrinks values that it did not generate, such as examples of users. Default: true. */
  readonly shrinksExamples?: false;
  /** Values that a person wrote, which must shrink as well. */
  readonly handWritten?: readonly T[];
  /** Values that it never generates, and so must not shrink. */
  readonly neverGenerated?: readonly unknown[];
  /** How many values to shrink in every way. Default: 20. */
  readonly chains?: number;
}

const longestChain = 2000;

/** Declares the tests that every arbitrary must pass: its values are valid and repeatable, and shrink to valid values and to an end. */
export function describeArbitraryLaws<T>(name: string, subject: LawSubject<T>): void {
  const {
    arbitrary,
    isValid,
    simplest,
    handWritten = [],
    neverGenerated = [],
    chains = 20,
    shrinksExamples = true,
  } = subject;
  const expectSimplest = (value: T): void => {
    if (simplest instanceof Function)
      expect((simplest as (value: T) => boolean)(value), show(value)).toBe(true);
    else expect(value).toEqual(simplest);
  };

  describe(`the arbitrary ${name}`, () => {
    it('generates valid values', () => {
      expect(fc.sample(arbitrary, { numRuns: 500, seed: 1 }).filter((value) => !isValid(value))).toEqual([]);
    });

    it('generates the same values for the same seed, and other values for another seed', () => {
      const draw = (seed: number): T[] => fc.sample(arbitrary, { numRuns: 100, seed });
      expect(draw(7)).toEqual(draw(7));
      expect(draw(7)).not.toEqual(draw(8));
    });

    it('shrinks to the simplest value', () => {
      expectSimplest(shrunkBy(arbitrary, () => false));
    });

    it('shrinks to valid values, and to an end, whichever way is taken', () => {
      for (const value of generated(arbitrary, chains)) expectGoodChains(subject, value);
    });

    it.runIf(shrinksExamples)('shrinks values that it did not generate', () => {
      for (const value of [...handWritten, ...fc.sample(arbitrary, { numRuns: chains, seed: 3 })]) {
        expect(isValid(value), show(value)).toBe(true);
        expect(arbitrary.canShrinkWithoutContext(value), show(value)).toBe(true);
        expectGoodChains(subject, new fc.Value(value, undefined));
      }
      for (const example of handWritten) {
        expectSimplest(shrunkBy(arbitrary, () => false, example));
      }
    });

    it.runIf(shrinksExamples)('shrinks values whose members are in another order, if it accepts them', () => {
      for (const value of [...handWritten, ...fc.sample(arbitrary, { numRuns: 1, seed: 4 })].map(
        membersTurned,
      )) {
        if (arbitrary.canShrinkWithoutContext(value))
          expectGoodChains(subject, new fc.Value(value, undefined));
      }
    });

    it('does not shrink values that it never generates', () => {
      const nothing = [undefined, null, 12, 'no such value', {}, []].filter((value) => !isValid(value as T));
      for (const value of [...nothing, ...neverGenerated]) {
        expect(arbitrary.canShrinkWithoutContext(value), show(value)).toBe(false);
      }
    });
  });
}

/** The counterexample that fast-check comes to for a property, from an example or from values that it generates. */
export function shrunkBy<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean, example?: T): T {
  const examples: [T][] = example === undefined ? [] : [[example]];
  const { counterexample } = fc.check(fc.property(arbitrary, holds), { seed: 1, numRuns: 1000, examples });
  if (counterexample === null) throw new Error('the property holds');
  return counterexample[0];
}

/**
 * Follows the shrinks as runs do whose properties fail for every value, for some of them, and for few. No value may
 * shrink to one that the chain had before, however it is written: a chain could go round and round.
 */
function expectGoodChains<T>({ arbitrary, isValid }: LawSubject<T>, start: fc.Value<T>): void {
  for (const oneOf of [1, 5]) {
    const before = new Set([show(start.value)]);
    let current: fc.Value<T> | undefined = start;
    while (current !== undefined) {
      if (before.size > longestChain) expect.fail(`a chain from ${show(start.value)} does not end`);
      const { value, context }: fc.Value<T> = current;
      current = undefined;
      for (const next of arbitrary.shrink(value, context)) {
        const text = show(next.value);
        if (!isValid(next.value)) expect.fail(`${show(value)} shrinks to ${text}, which is not valid`);
        if (before.has(text)) expect.fail(`${show(value)} shrinks back to ${text}, which was there before`);
        if (oneOf > 1 && checksum(text) % oneOf !== 0) continue;
        before.add(text);
        current = next;
        break;
      }
    }
  }
}

/** Decides which values "fail": the same value always, whatever it is like. */
function checksum(text: string): number {
  let sum = 7;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % 65521;
  return sum;
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

/** Copies a value with the members of its objects in the opposite order, which a person may write as well. */
function membersTurned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(membersTurned) as T;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  const turned = Object.entries(value).map(([name, member]) => [name, membersTurned(member)]);
  return Object.fromEntries(turned.reverse()) as T;
}

/** Writes a value as JSON with its members in order, so that the order in which they stand makes no other value. */
function show(value: unknown): string {
  const canonical = (_: string, member: unknown): unknown => {
    if (typeof member === 'bigint') return `${member}n`;
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return JSON.stringify(value, canonical) ?? String(value);
}
