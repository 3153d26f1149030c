import { defaultLimits } from '../checks/case/limits.js';
import type { CampaignOptions } from './campaign-options.js';

/** What counts where an option of a campaign is not given. Assumptions; the interface states no limits (section 8). */
export const campaignDefaults = {
  cases: 1_000,
  timeMs: undefined,
  maxFindings: 100,
  concurrency: 8,
  ratePerSecond: 'auto',
  phases: {},
  skipChecks: [],
  limits: defaultLimits,
  operationIds: [],
  endpoints: [],
  fuzzUnsafe: false,
  shrinkRuns: 200,
  reruns: 5,
  corpus: false,
  shard: { index: 0, count: 1 },
  mostUnseen: 0.2,
  reachMs: 5_000,
} as const satisfies Partial<CampaignOptions>;
