import { expect, it } from 'vitest';
import { factsOf } from '../../../src/checks/check.js';
import { shardStatistics } from '../../support/custom-endpoints.js';

it('factsOf knows success and the statuses of custom endpoints, beside those of the interface', () => {
  const own = new Map([['shard-statistics', shardStatistics]]);
  expect(factsOf('shard-statistics', own)?.statuses).toEqual([200, 400, 404, 500]);
  expect(factsOf('simulate', own)?.statuses).toEqual([200, 400, 500]);
  expect(factsOf('other', own)).toBeUndefined();
});
