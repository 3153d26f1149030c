import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../../src/local/faults/seeded-random.js';

const numbersOf = (seed: number, stream: number, count = 10): number[] => {
  const random = createSeededRandom(seed, stream);
  return Array.from({ length: count }, () => random.next());
};

it('generates the same numbers for the same seed and stream, and different ones otherwise', () => {
  expect(numbersOf(1, 1)).toEqual(numbersOf(1, 1));
  const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
  const firsts = seeds.flatMap((seed) => [1, 2, 3].map((stream) => numbersOf(seed, stream, 1)[0]));
  expect(new Set(firsts).size).toBe(firsts.length);
});

it('spreads evenly, also over the first numbers of many streams', () => {
  const first = Array.from({ length: 10_000 }, (_, stream) => numbersOf(0, stream, 1)[0] as number);
  for (const numbers of [numbersOf(5, 1, 10_000), first]) {
    for (let tenth = 0; tenth < 10; tenth++) {
      const { length } = numbers.filter((number) => Math.floor(number * 10) === tenth);
      expect(Math.abs(length - 1000)).toBeLessThan(150);
    }
  }
});

it('goes on from a copy as it would have', () => {
  const random = createSeededRandom(3, 1);
  random.next();
  const copy = random.copy();
  const next = [random.next(), random.next()];
  expect([copy.next(), copy.next()]).toEqual(next);
});
