import { longestTimerMs } from '../internal/clock.js';
import type { Bounds } from '../internal/options.js';

// As many digits as a case id has room for.
const largest = 999_999_999_999_999;
const duration: Bounds = { min: 1, max: longestTimerMs };

/**
 * The bounds of the options of a campaign that are numbers, wherever they are given: in code, by flags, in a file.
 * Assumptions; the interface states no limits (section 8).
 */
export const campaignLimits = {
  seed: { min: 0, max: largest },
  // Nothing is clean that was asked nothing.
  cases: { min: 1, max: largest },
  casesOfPhase: { min: 0, max: largest },
  timeMs: duration,
  maxFindings: { min: 1, max: largest },
  concurrency: { min: 1, max: 1024 },
  ratePerSecond: { min: 0.001, max: 1_000_000 },
  slowMs: duration,
  shrinkRuns: { min: 0, max: largest },
  // A finding that is not run again at all is not confirmed, and fails nothing.
  reruns: { min: 1, max: 1000 },
  shardCount: { min: 1, max: 999_999 },
  // Of the command, whose processes are shards; each needs some 100 MB.
  jobs: { min: 1, max: 64 },
  mostUnseen: { min: 0, max: 1 },
  reachMs: duration,
} as const satisfies Record<string, Bounds>;
