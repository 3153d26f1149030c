import fc from 'fast-check';
import { drawnFrom } from './drawn.js';

/**
 * Gives one of some constants, or a value of an arbitrary `weight` times as often as each of them. Shrinks to the
 * constants first, in their order, then inside the arbitrary; values from outside too, which fast-check's own choices
 * do not, besides cloning the random generator for every value.
 */
export function constantsOr<C, T>(
  constants: readonly C[],
  arbitrary: fc.Arbitrary<T>,
  weight: number,
): fc.Arbitrary<C | T> {
  const last = constants.length + weight - 1;
  return drawnFrom(
    [arbitrary],
    (draw) => (random) => {
      const choice = random.nextInt(0, last);
      return choice < constants.length ? (constants[choice] as C) : draw(random);
    },
    new ConstantsOr<C | T>(constants, arbitrary as fc.Arbitrary<C | T>, last),
  );
}

/** Says that the constants were tried already on the way to a value. */
class Tried {
  readonly inner: unknown;

  constructor(inner: unknown) {
    this.inner = inner;
  }
}

class ConstantsOr<T> extends fc.Arbitrary<T> {
  readonly #constants: readonly T[];
  readonly #arbitrary: fc.Arbitrary<T>;
  readonly #last: number;

  constructor(constants: readonly T[], arbitrary: fc.Arbitrary<T>, last: number) {
    super();
    this.#constants = constants;
    this.#arbitrary = arbitrary;
    this.#last = last;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    const choice = random.nextInt(0, this.#last);
    if (choice >= this.#constants.length) return this.#arbitrary.generate(random, biasFactor);
    return new fc.Value(this.#constants[choice] as T, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#constants.includes(value as T) || this.#arbitrary.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const place = this.#constants.indexOf(value);
    const simpler = place === -1 ? this.#constants : this.#constants.slice(0, place);
    const constants = context instanceof Tried ? [] : simpler;
    const inner = place === -1 ? this.#shrinkInside(value, context) : fc.Stream.nil<fc.Value<T>>();
    return fc.Stream.of(...constants.map((constant) => new fc.Value(constant, new Tried(undefined)))).join(
      inner,
    );
  }

  #shrinkInside(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const inner = context instanceof Tried ? context.inner : context;
    return this.#arbitrary
      .shrink(value, inner)
      .map((next) => new fc.Value(next.value, new Tried(next.context)));
  }
}
