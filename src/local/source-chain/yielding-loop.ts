import { afterThisTurn } from '../../internal/clock.js';

/** This many cheap steps take a few milliseconds. */
const stepsBetweenYields = 256;

/** Runs a step for each item, one after the other, and yields to the event loop in between. */
export async function forEachYielding<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<void> | void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const done = step(item, index);
    if (done) await done;
    if ((index + 1) % stepsBetweenYields === 0) await new Promise<void>(afterThisTurn);
  }
}
