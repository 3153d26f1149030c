import fc, { type Arbitrary } from 'fast-check';
import { isObject } from '../../internal/objects.js';

/**
 * Returns an arbitrary with the values of one arbitrary and the shrinking of another, which has to accept each of them.
 *
 * fast-check's `oneof` shrinks a value only inside the choice that generated it: 2^53, generated as a boundary, would
 * never become the smallest failing integer. Here it shrinks as any integer does.
 */
export function shrunkLike<T>(generated: Arbitrary<T>, shrinking: Arbitrary<T>): Arbitrary<T> {
  return new ShrunkLike(generated, shrinking, false);
}

/**
 * Like {@link shrunkLike}, but each value shrinks without the context of earlier steps. Where the parts of a value depend on
 * each other, what was rejected earlier may be valid after another part has become simpler.
 */
export function shrunkWithoutContext<T>(
  generated: Arbitrary<T>,
  shrinking: Arbitrary<T> = generated,
): Arbitrary<T> {
  return new ShrunkLike(generated, shrinking, true);
}

class ShrunkLike<T> extends fc.Arbitrary<T> {
  readonly #generated: Arbitrary<T>;
  readonly #shrinking: Arbitrary<T>;
  readonly #ignoresContext: boolean;

  constructor(generated: Arbitrary<T>, shrinking: Arbitrary<T>, ignoresContext: boolean) {
    super();
    this.#generated = generated;
    this.#shrinking = shrinking;
    this.#ignoresContext = ignoresContext;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    return new fc.Value(this.#generated.generate(random, biasFactor).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#shrinking.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#shrinking.shrink(value, this.#ignoresContext ? undefined : context);
  }
}

/**
 * Returns an arbitrary of some constants and the values of another arbitrary, which come `weight` times as often as each
 * constant. Every value shrinks to the constants first, in their order.
 */
export function constantsOr<C, T>(
  constants: readonly C[],
  arbitrary: Arbitrary<T>,
  weight: number,
): Arbitrary<C | T> {
  // A constant that the other arbitrary generated would shrink to itself.
  const others: Arbitrary<C | T> = arbitrary.filter((value) => !constants.includes(value as unknown as C));
  return constants.reduceRight<Arbitrary<C | T>>(
    // The weight of nil is 1, that of all that comes after it `freq` - 1.
    (rest, nil, index) => fc.option(rest, { nil, freq: weight + constants.length - index }) as typeof rest,
    others,
  );
}

/** Returns an arbitrary of the items of a list, which shrink to the earlier ones: those of `constantFrom` shrink to the first only. */
export function oneOfOrdered<T>(items: readonly T[]): Arbitrary<T> {
  return fc.nat({ max: items.length - 1 }).map(
    (index) => items[index] as T,
    (item) => items.indexOf(item as T),
  );
}

/**
 * Returns an arbitrary of objects with these members, in this order. A member whose value is undefined is left out, which
 * `fc.record` cannot do for members that are absent as often as their own arbitraries say.
 */
export function members<T extends object>(
  arbitraries: {
    readonly [Name in keyof T]-?: Arbitrary<T[Name] | undefined>;
  },
): Arbitrary<T> {
  const names = Object.keys(arbitraries);
  return fc.tuple(...Object.values<Arbitrary<unknown>>(arbitraries)).map(
    (values) => {
      const object: Record<string, unknown> = {};
      for (const [index, name] of names.entries())
        if (values[index] !== undefined) object[name] = values[index];
      return object as T;
    },
    (object) => {
      if (!isObject(object)) throw new TypeError('not an object');
      const unknownName = Object.keys(object).find((name) => !names.includes(name));
      if (unknownName !== undefined) throw new TypeError(`no member ${unknownName}`);
      return names.map((name) => (object as Record<string, unknown>)[name]);
    },
  );
}
