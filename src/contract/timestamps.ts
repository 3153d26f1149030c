import type { Conventions } from './conventions.js';
import { type IntegerRange, isWithin } from './integer-range.js';

/** Unix seconds are below this until the year 5138; milliseconds have been above it since 1973. */
const firstMs = 10n ** 11n;

/** Moments from 1973 to 5138 in each unit: so wide that clocks do not matter, and no number is a moment in both. */
const momentsIn: Record<Conventions['timestampUnit'], IntegerRange> = {
  s: { min: 10n ** 8n, max: firstMs - 1n },
  ms: { min: firstMs, max: 10n ** 14n - 1n },
};

/** How much the clocks of two machines may differ, in milliseconds. Assumption. */
export const clockSkewMs = 60_000;

/** Returns the unit of a timestamp whose unit is not known. */
export function unitOf(timestamp: bigint): Conventions['timestampUnit'] {
  return timestamp < firstMs ? 's' : 'ms';
}

/** Returns whether a timestamp is a moment in a unit. */
export function isMomentIn(timestamp: bigint, unit: Conventions['timestampUnit']): boolean {
  return isWithin(timestamp, momentsIn[unit]);
}

/** Returns by how many milliseconds a timestamp is later than now; undefined if a difference of clocks explains it. */
export function msInFuture(
  timestamp: bigint,
  unit: Conventions['timestampUnit'],
  nowMs: number,
): number | undefined {
  if (!isMomentIn(timestamp, unit)) return undefined;
  const aheadMs = Number(timestamp) * (unit === 's' ? 1000 : 1) - nowMs;
  return aheadMs > clockSkewMs ? aheadMs : undefined;
}

/** Returns a moment in ISO 8601: `2025-11-21T08:00:00Z`. */
export function momentText(timestamp: bigint, unit: Conventions['timestampUnit']): string {
  const date = new Date(Number(timestamp) * (unit === 's' ? 1000 : 1));
  return Number.isNaN(date.getTime()) ? `${timestamp}` : date.toISOString().replace('.000Z', 'Z');
}
