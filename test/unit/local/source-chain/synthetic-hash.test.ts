import { expect, it } from 'vitest';
import { syntheticHash } from '../../../../src/local/source-chain/synthetic-hash.js';

it('is of its kind, and of how its parts are divided', () => {
  const hashes = [
    syntheticHash('operation', 'ab', 'c'),
    syntheticHash('simulation', 'ab', 'c'),
    syntheticHash('operation', 'a', 'bc'),
    syntheticHash('operation', 'abc'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(syntheticHash('operation', 'ab', 'c')).toBe(hashes[0]);
});
