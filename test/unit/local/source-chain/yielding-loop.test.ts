import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachYielding } from '../../../../src/local/source-chain/yielding-loop.js';

const items = [...Array(1000).keys()];

it('takes all items in order, each when the one before it is done', async () => {
  const seen: number[] = [];
  await forEachYielding(items, async (item, index) => {
    if (index % 100 === 0) await turn();
    seen.push(item);
  });
  expect(seen).toEqual(items);
});

it('lets others have their turn when there are many', async () => {
  let done = 0;
  const inBetween = turn().then(() => done);
  await forEachYielding(items, () => {
    done++;
  });
  expect(await inBetween).toBeLessThan(items.length);
});
