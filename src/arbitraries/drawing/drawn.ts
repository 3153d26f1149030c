import fc from 'fast-check';

/**
 * Gives the values that a function draws, shrunk as another arbitrary shrinks such values when they come from outside.
 *
 * Composed arbitraries keep a value and a context for each of their parts; most of the time that a request takes would
 * go there, although contexts are of use only in the one value of thousands that is shrunk.
 */
export function drawn<T>(draw: (random: fc.Random) => T, shrinks: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return new Drawn(draw, shrinks);
}

class Drawn<T> extends fc.Arbitrary<T> {
  readonly #draw: (random: fc.Random) => T;
  readonly #shrinks: fc.Arbitrary<T>;

  constructor(draw: (random: fc.Random) => T, shrinks: fc.Arbitrary<T>) {
    super();
    this.#draw = draw;
    this.#shrinks = shrinks;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#draw(random), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#shrinks.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#shrinks.shrink(value, context);
  }
}
