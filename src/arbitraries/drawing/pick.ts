import type { Random } from 'fast-check';

/** Draws one item of a list that is not empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.nextInt(0, items.length - 1)] as T;
}
