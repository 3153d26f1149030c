import { longestTimerMs } from '../internal/clock.js';

const duration = { min: 1, max: longestTimerMs };

/** The bounds of the settings of a smoke run, wherever they are given: in code, by flags, in a configuration. */
export const smokeLimits = {
  ratePerSecond: { min: 0.01, max: 100_000 },
  maxRequests: { min: 1, max: 100_000 },
  samples: { min: 0, max: 10_000 },
  budgetMs: duration,
  maxClockSkewMs: duration,
  minCertificateDays: { min: 0, max: 36_500 },
  timeoutMs: duration,
} as const;
