import { expect, it } from 'vitest';
import { changeEpochs, epochAt } from '../../../../src/local/source-chain/epoch-timeline.js';

const start = { firstEpoch: 0, firstMs: 0, epochMs: 100 };

it('counts epochs from the start of the chain', () => {
  expect(epochAt(start, 0)).toEqual({ epoch: 0, endMs: 100 });
  expect(epochAt(start, 99.9)).toEqual({ epoch: 0, endMs: 100 });
  expect(epochAt(start, 700)).toEqual({ epoch: 7, endMs: 800 });
});

it('lets the open epoch end when it would have, and counts on from there', () => {
  const shorter = changeEpochs(start, 10, 250);
  expect(epochAt(shorter, 250)).toEqual({ epoch: 2, endMs: 300 });
  expect(epochAt(shorter, 300)).toEqual({ epoch: 3, endMs: 310 });
  expect(epochAt(shorter, 315)).toEqual({ epoch: 4, endMs: 320 });
});

it('takes another length before the last one came into force', () => {
  const twice = changeEpochs(changeEpochs(start, 10, 250), 1000, 260);
  expect(epochAt(twice, 260)).toEqual({ epoch: 2, endMs: 300 });
  expect(epochAt(twice, 300)).toEqual({ epoch: 3, endMs: 1300 });
});
