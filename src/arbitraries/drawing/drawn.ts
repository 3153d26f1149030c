import fc from 'fast-check';

/** Draws one value straight from the random generator. */
export type Draw<T> = (random: fc.Random) => T;

/** Shrinks values, those from outside too. Every arbitrary does. */
export type Shrinks<T> = Pick<fc.Arbitrary<T>, 'canShrinkWithoutContext' | 'shrink'>;

/**
 * Gives the values that a function draws, shrunk as another arbitrary shrinks such values when they come from outside.
 *
 * Composed arbitraries keep a value and a context for each of their parts; most of the time that a request takes would
 * go there, although contexts are of use only in the one value of thousands that is shrunk.
 */
export function drawn<T>(draw: Draw<T>, shrinks: Shrinks<T>): fc.Arbitrary<T> {
  return new Drawn(draw, shrinks);
}

/**
 * Gives a whole that draws straight from its parts where all of them are drawn. Where one is not, as an arbitrary that
 * a user gave, it gives the composition: the values of that one may not shrink without the context they came with.
 */
export function drawnFrom<Parts extends readonly unknown[], T>(
  parts: { readonly [Index in keyof Parts]: fc.Arbitrary<Parts[Index]> },
  whole: (...draws: { [Index in keyof Parts]: Draw<Parts[Index]> }) => Draw<T>,
  composition: fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  const draws: unknown[] = parts.map((part) => (part instanceof Drawn ? part.draw : undefined));
  if (draws.includes(undefined)) return composition;
  return new Drawn(whole(...(draws as { [Index in keyof Parts]: Draw<Parts[Index]> })), composition);
}

class Drawn<T> extends fc.Arbitrary<T> {
  readonly draw: Draw<T>;
  readonly #shrinks: Shrinks<T>;

  constructor(draw: Draw<T>, shrinks: Shrinks<T>) {
    super();
    this.draw = draw;
    this.#shrinks = shrinks;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.draw(random), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#shrinks.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#shrinks.shrink(value, context);
  }

  override filter<Kept extends T>(isKept: (value: T) => value is Kept): fc.Arbitrary<Kept>;
  override filter(isKept: (value: T) => boolean): fc.Arbitrary<T>;
  override filter(isKept: (value: T) => boolean): fc.Arbitrary<T> {
    const draw: Draw<T> = (random) => {
      for (;;) {
        const value = this.draw(random);
        if (isKept(value)) return value;
      }
    };
    return new Drawn(draw, super.filter(isKept));
  }
}
