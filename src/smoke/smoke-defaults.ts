import type { SmokeBudgets, SmokeSettings } from './smoke-options.js';

/** What counts where a setting is not given. Assumptions; the interface states no limits (section 8). */
export const smokeDefaults = {
  ratePerSecond: 5,
  maxRequests: 60,
  samples: 10,
  budgets: { simulateP50Ms: 1_000, simulateP95Ms: 3_000, inclusionP50Ms: 500, inclusionP95Ms: 1_500 },
  maxClockSkewMs: 5_000,
  minCertificateDays: 14,
} as const satisfies SmokeSettings & { readonly budgets: SmokeBudgets };
