import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { formatDuration } from '../../internal/print.js';
import type { SmokeOutcome } from '../smoke-run.js';

/** Limits of the 50th and 95th percentile, in milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

/** Compares the percentiles of latencies, by nearest rank, with their budgets. */
export function latencyOutcome(
  name: BuiltInEndpointName,
  durationsMs: readonly number[],
  budgets: Percentiles,
): SmokeOutcome {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const seen: Percentiles = { p50: nearestRank(sorted, 0.5), p95: nearestRank(sorted, 0.95) };
  const over = (['p50', 'p95'] as const).filter((share) => seen[share] > budgets[share]);
  const each = (['p50', 'p95'] as const)
    .map((share) => `${share} ${formatDuration(seen[share])} (budget ${formatDuration(budgets[share])})`)
    .join(', ');
  const text = `${each}, ${sorted.length} ${sorted.length === 1 ? 'sample' : 'samples'}`;
  if (over.length === 0) return { status: 'passed', message: text };
  const options = over.map((share) => `budgets.${name}${share.toUpperCase()}Ms`).join(' and ');
  return {
    status: 'failed',
    message: `${over.join(' and ')} over budget: ${text}`,
    details: [`Samples:   ${samplesText(sorted)}`],
    advice: `check the load of the service and the network; if these latencies are normal, raise ${options}`,
  };
}

/** Returns a percentile by nearest rank. */
function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const maxShown = 20;

function samplesText(sorted: readonly number[]): string {
  const slowest = sorted.slice(-maxShown).map(formatDuration).join(', ');
  return sorted.length > maxShown ? `the slowest ${maxShown}: ${slowest}` : slowest;
}
