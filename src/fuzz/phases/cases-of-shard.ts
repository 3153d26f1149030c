import type { Shard } from '../campaign-event.js';

/** How many of a number of cases a shard runs: from its index on every one in its turn. */
export function casesOfShard(cases: number, { index, count }: Shard): number {
  return Math.max(0, Math.ceil((cases - index) / count));
}
