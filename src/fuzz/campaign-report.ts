import type { CampaignVerdict, EndedBy, Shard } from './campaign-event.js';
import type { Finding } from './findings/finding.js';

/** What came of a campaign. */
export interface CampaignReport {
  readonly seed: number;
  readonly shard: Shard;
  readonly verdict: CampaignVerdict;
  readonly endedBy: EndedBy;
  /** Each once, worst first; those that a baseline knows among them. */
  readonly findings: readonly Finding[];
  readonly cases: number;
  readonly requests: number;
  /** Requests of which nothing could be said: no whole answer, 429, 502, 503 or 504. */
  readonly unseen: number;
  readonly durationMs: number;
}
