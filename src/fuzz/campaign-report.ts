import type { CampaignVerdict, EndedBy, InconclusiveReason, Shard } from './campaign-event.js';
import type { Finding } from './findings/finding.js';

/** The result of a campaign. */
export interface CampaignReport {
  readonly seed: number;
  readonly shard: Shard;
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent for other verdicts. */
  readonly because?: InconclusiveReason | undefined;
  readonly endedBy: EndedBy;
  /** The findings, worst first, including those that the baseline knows. */
  readonly findings: readonly Finding[];
  readonly cases: number;
  /** How many cases were planned. Absent if a job did not report it. */
  readonly plannedCases?: number | undefined;
  readonly requests: number;
  /** Requests that were inconclusive: no complete answer, 401, 403, 429, 502, 503 or 504. */
  readonly inconclusive: number;
  /** Endpoints whose requests were all inconclusive, or that were left out. Absent if there are none. */
  readonly inconclusiveEndpoints?: readonly string[] | undefined;
  /** Endpoints that answered, but without any answer that could be judged. Absent if there are none. */
  readonly unjudgedEndpoints?: readonly string[] | undefined;
  /** What no answer showed, each in a few words: `no simulation succeeded`. Absent if there is nothing to report. */
  readonly gaps?: readonly string[] | undefined;
  /** Sentences about what was left out or reduced. Absent if there are none. */
  readonly notes?: readonly string[] | undefined;
  readonly durationMs: number;
}
