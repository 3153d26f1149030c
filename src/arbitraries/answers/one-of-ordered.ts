import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';
import { pick } from '../drawing/pick.js';

/** Gives one of some items. Shrinks to the earlier ones, from outside too. */
export function oneOfOrdered<T>(items: readonly T[]): Arbitrary<T> {
  const write = (index: number): T => items[index] as T;
  const read = (item: unknown): number => items.indexOf(item as T);
  return drawn(
    (random) => pick(random, items),
    fc.integer({ min: 0, max: items.length - 1 }).map(write, read),
  );
}
