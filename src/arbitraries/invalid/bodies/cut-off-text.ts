import fc from 'fast-check';

/** Where a JSON text ends too early: inside a string, inside a number, or between them. */
export type CutPlace = 'string' | 'number' | 'object';

/** Gives the beginnings of objects' texts that end at some kind of place. Shrinks to shorter beginnings. */
export function cutOff(texts: fc.Arbitrary<string>, place: CutPlace): fc.Arbitrary<string> {
  return new CutOff(texts, place);
}

class CutOff extends fc.Arbitrary<string> {
  readonly #texts: fc.Arbitrary<string>;
  readonly #place: CutPlace;

  constructor(texts: fc.Arbitrary<string>, place: CutPlace) {
    super();
    this.#texts = texts;
    this.#place = place;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<string> {
    const text = this.#texts.generate(random, biasFactor).value;
    const lengths = this.#lengthsIn(text.slice(0, -1));
    const length = lengths[random.nextInt(0, lengths.length - 1)];
    return new fc.Value(text.slice(0, length), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    // Where a quote may be escaped, counting quotes does not tell where a string ends.
    if (typeof value !== 'string' || !value.startsWith('{') || value.includes('\\')) return false;
    return this.#lengthsIn(value).at(-1) === value.length;
  }

  override shrink(value: string): fc.Stream<fc.Value<string>> {
    const shorter = this.#lengthsIn(value).slice(0, -1);
    const tried = new Set([0, shorter.length >> 1, shorter.length - 1]);
    const texts = [...tried]
      .filter((at) => shorter[at] !== undefined)
      .map((at) => value.slice(0, shorter[at]));
    return fc.Stream.of(...texts.map((text) => new fc.Value(text, undefined)));
  }

  /** The lengths to which an object's text can be cut. */
  #lengthsIn(text: string): number[] {
    return placesIn(text).flatMap((place, index) => (place === this.#place ? [index + 1] : []));
  }
}

/** Where a text would end after each of its characters. */
function placesIn(text: string): (CutPlace | 'end')[] {
  let isInString = false;
  let depth = 0;
  return Array.from({ length: text.length }, (_, index) => {
    const character = text.charAt(index);
    if (character === '"') isInString = !isInString;
    if (isInString) return 'string';
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    if (depth === 0) return 'end';
    return /[-0-9.]/.test(character) ? 'number' : 'object';
  });
}
