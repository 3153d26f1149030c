import { percentile } from '../../fuzz/counting/counts.js';
import type { Counts } from '../summary/report-summary.js';

/** How values are distributed, as a chart shows it. */
export interface Distribution {
  /** `['p95', '1.2 ms']`. */
  readonly percentiles: readonly (readonly [name: string, value: string])[];
  readonly bins: readonly Bin[];
}

/** How many values lie from one bound to below the other. */
interface Bin {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

const shares = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;
const maxBins = 24;
// Of buckets that are a few per cent wide each bin gets about as many: narrower bins would look like a comb.
const narrowest = 1.2;

/**
 * Sorts the buckets of a histogram into a few bins, each by the same factor wider than the one before. Undefined when
 * nothing was counted.
 */
export function distributionOf(counts: Counts, printed: (value: number) => string): Distribution | undefined {
  const buckets = Object.entries(counts).map(([bound, count]) => [Number(bound), count] as const);
  if (buckets.length === 0) return undefined;
  const bounds = buckets.map(([bound]) => Math.max(1, bound));
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  const factor = Math.max(narrowest, (most / least) ** (1 / (maxBins - 1)));
  const binOf = (bound: number): number =>
    Math.floor(Math.log(Math.max(1, bound) / least) / Math.log(factor) + 1e-9);
  const sums: number[] = new Array(binOf(most) + 1).fill(0);
  for (const [bound, count] of buckets) sums[binOf(bound)] = (sums[binOf(bound)] ?? 0) + count;
  // Of values below 1 there is no logarithm: the first bin has them.
  const first = Math.min(...buckets.map(([bound]) => bound));
  const edge = (index: number): string => printed(index === 0 ? first : least * factor ** index);
  return {
    percentiles: shares.map(([name, share]) => [name, printed(percentile(counts, share) ?? 0)]),
    bins: sums.map((count, index) => ({ from: edge(index), to: edge(index + 1), count })),
  };
}
