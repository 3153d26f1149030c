/** Adds counts to a sum, which it changes. */
export function addCounts(sum: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
}

/** An empty sum; without a prototype, because names come from files, answers and custom endpoints. */
export function noCounts(): Record<string, number> {
  return Object.create(null);
}
