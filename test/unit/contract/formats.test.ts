import { describe, expect, it } from 'vitest';
import { classOf, type Format, formats } from '../../../src/contract/formats.js';

const all = Object.entries<Format>(formats);
const isValid = ({ schema }: Format, text: unknown): boolean => schema.safeParse(text).success;

/** The examples of a format, and what is valid of its boundaries. */
const validTexts = (format: Format): string[] => [
  ...format.examples,
  ...format.boundaries.map(({ value }) => value).filter((text) => isValid(format, text)),
];

describe.each(all)('the format %s', (_, format) => {
  const texts = validTexts(format);

  it('has valid examples, and valid and invalid boundaries if it has any', () => {
    expect(format.examples.filter((text) => !isValid(format, text))).toEqual([]);
    const validities = new Set(format.boundaries.map(({ value }) => isValid(format, value)));
    if (format.boundaries.length > 0 && format.name !== 'method-name')
      expect(validities).toEqual(new Set([true, false]));
  });

  it('has a pattern that every valid text matches', () => {
    expect(texts.filter((text) => !new RegExp(format.pattern).test(text))).toEqual([]);
  });

  it('has a narrow pattern that its examples match, and no invalid boundary', () => {
    const pattern = new RegExp(format.narrowPattern?.(texts) ?? format.pattern);
    const given = format.narrowPattern === undefined || /address/.test(format.name) ? texts : format.examples;
    expect(given.filter((text) => !pattern.test(text))).toEqual([]);
    const invalid = format.boundaries.map(({ value }) => value).filter((text) => !isValid(format, text));
    expect(invalid.filter((text) => pattern.test(text))).toEqual([]);
  });

  it('has mutations that make every valid text invalid', () => {
    const unbroken = Object.entries(format.mutations).flatMap(([name, { mutate }]) =>
      texts.flatMap((text) => {
        const values = mutate(text);
        const some = Array.from({ length: Math.min(values.length, 50) }, (__, index) => values.at(index));
        return some.some((value) => !isValid(format, value)) ? [] : [`${name} of ${text.slice(0, 80)}`];
      }),
    );
    expect(unbroken).toEqual([]);
  });

  it('has spellings that are valid and equal in canonical form', () => {
    for (const text of texts) {
      const spellings = format.spellings(text);
      expect(spellings.filter((spelling) => !isValid(format, spelling))).toEqual([]);
      expect(new Set([text, ...spellings].map(format.canonical)).size, text).toBe(1);
    }
  });

  it('simplifies valid texts to valid texts, and to an end', () => {
    for (const text of texts) {
      let simpler: readonly string[] = [text];
      for (let step = 0; step < 20_000 && simpler.length > 0; step++) {
        expect(simpler.filter((one) => !isValid(format, one))).toEqual([]);
        simpler = format.simpler(simpler.at(-1) as string);
      }
      expect(simpler).toEqual([]);
    }
  });

  it('has a coverage class for every valid text, and a text for every class but one', () => {
    const classes = new Set(texts.map((text) => classOf(format, text)));
    expect([...classes].filter((name) => !Object.hasOwn(format.classes, name))).toEqual([]);
    expect(Object.keys(format.classes).filter((name) => !classes.has(name)).length).toBeLessThanOrEqual(1);
  });
});
