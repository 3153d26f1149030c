import type { Counts } from './report-summary.js';

/** Adds counts to a sum, which it changes. */
export function addCounts(sum: Record<string, number>, counts: Counts): void {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
}

/** An empty sum; without a prototype, because names of statuses and coverageClasses come from a file. */
export function noCounts(): Record<string, number> {
  return Object.create(null);
}
