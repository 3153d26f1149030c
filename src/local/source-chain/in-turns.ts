import { afterThisTurn } from '../../internal/clock.js';

/** So many cheap steps take some milliseconds. */
const stepsATurn = 256;

/** Does something with each item, one after another, and lets others have their turn in between. */
export async function inTurns<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<void> | void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const done = step(item, index);
    if (done) await done;
    if ((index + 1) % stepsATurn === 0) await new Promise<void>(afterThisTurn);
  }
}
