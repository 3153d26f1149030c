import fc from 'fast-check';

/**
 * Generates functions that generate their value when they are called, because most of the values are not needed. Does not
 * advance the random generator, so later values start from the same state.
 */
export class LazyArbitrary<T> extends fc.Arbitrary<() => T> {
  readonly #arbitrary: fc.Arbitrary<T>;

  constructor(arbitrary: fc.Arbitrary<T>) {
    super();
    this.#arbitrary = arbitrary;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<() => T> {
    const own = random.clone();
    let generated: fc.Value<T> | undefined;
    return later(() => {
      generated ??= this.#arbitrary.generate(own, biasFactor);
      return generated;
    });
  }

  override canShrinkWithoutContext(_value: unknown): _value is () => T {
    return false;
  }

  override shrink(_value: () => T, draw: () => fc.Value<T>): fc.Stream<fc.Value<() => T>> {
    const { value, context } = draw();
    return this.#arbitrary.shrink(value, context).map((simpler) => later(() => simpler));
  }
}

function later<T>(draw: () => fc.Value<T>): fc.Value<() => T> {
  return new fc.Value(() => draw().value, draw);
}
