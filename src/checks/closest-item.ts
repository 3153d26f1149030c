import { type Difference, differences } from './differences.js';

/** The item of a list that comes nearest to a pattern. */
export interface ClosestItem {
  readonly index: number;
  /** Where it differs; none, if it fits. */
  readonly differences: readonly Difference[];
}

/** Finds the first item with the fewest differences from a pattern; undefined for an empty list. */
export function closestItem(items: readonly unknown[], pattern: unknown): ClosestItem | undefined {
  return closestBy(items, (item) => differences(item, pattern));
}

/** The same where something else tells how an item differs. */
export function closestBy<Item>(
  items: readonly Item[],
  differencesOf: (item: Item) => readonly Difference[],
): ClosestItem | undefined {
  return items
    .map((item, index) => ({ index, differences: differencesOf(item) }))
    .reduce<ClosestItem | undefined>(
      (best, item) => (best && best.differences.length <= item.differences.length ? best : item),
      undefined,
    );
}
