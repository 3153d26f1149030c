import type { CampaignVerdict, EndedBy, InconclusiveReason, Shard } from './campaign-event.js';
import type { Finding } from './findings/finding.js';

/** What came of a campaign. */
export interface CampaignReport {
  readonly seed: number;
  readonly shard: Shard;
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent of other verdicts. */
  readonly because?: InconclusiveReason | undefined;
  readonly endedBy: EndedBy;
  /** Each once, worst first; those that a baseline knows among them. */
  readonly findings: readonly Finding[];
  readonly cases: number;
  /** How many cases it would have run, had nothing ended it. Absent where a job did not say. */
  readonly plannedCases?: number | undefined;
  readonly requests: number;
  /** Requests that were inconclusive: no whole answer, 401, 403, 429, 502, 503 or 504. */
  readonly inconclusive: number;
  /** Endpoints of which nothing was seen. Absent where there are none. */
  readonly inconclusiveEndpoints?: readonly string[] | undefined;
  /** Endpoints of which no answer could be judged, although answers came. Absent where there are none. */
  readonly unjudgedEndpoints?: readonly string[] | undefined;
  /** What no answer showed, each in a few words: `no simulation succeeded`. Absent where there is nothing to say. */
  readonly notSeen?: readonly string[] | undefined;
  /** What was left out or asked with less, and what to know of it, a sentence each. Absent where there is nothing to say. */
  readonly notes?: readonly string[] | undefined;
  readonly durationMs: number;
}
