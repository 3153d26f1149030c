import type { Shard } from '../campaign-event.js';

/** Returns how many of the cases a shard runs: those at its index and every `count`th after it. */
export function shardCaseCount(cases: number, { index, count }: Shard): number {
  return Math.max(0, Math.ceil((cases - index) / count));
}
