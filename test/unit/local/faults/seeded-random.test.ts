import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../../src/local/faults/seeded-random.js';

const draws = (seed: number, stream: number, count = 10): number[] => {
  const random = createSeededRandom(seed, stream);
  return Array.from({ length: count }, () => random.draw());
};

it('generates the same numbers for the same seed and stream, and different ones otherwise', () => {
  expect(draws(1, 1)).toEqual(draws(1, 1));
  const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
  const firsts = seeds.flatMap((seed) => [1, 2, 3].map((stream) => draws(seed, stream, 1)[0]));
  expect(new Set(firsts).size).toBe(firsts.length);
});

it('spreads evenly, also over the first numbers of many streams', () => {
  const first = Array.from({ length: 10_000 }, (_, stream) => draws(0, stream, 1)[0] as number);
  for (const numbers of [draws(5, 1, 10_000), first]) {
    for (let tenth = 0; tenth < 10; tenth++) {
      const { length } = numbers.filter((number) => Math.floor(number * 10) === tenth);
      expect(Math.abs(length - 1000)).toBeLessThan(150);
    }
  }
});

it('goes on from a copy as it would have', () => {
  const random = createSeededRandom(3, 1);
  random.draw();
  const copy = random.copy();
  const next = [random.draw(), random.draw()];
  expect([copy.draw(), copy.draw()]).toEqual(next);
});
