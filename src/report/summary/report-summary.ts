import type { PhaseName } from '../../checks/case/case-plan.js';
import type { CampaignEnded, CampaignStarted, CandidateFound } from '../../fuzz/campaign-event.js';
import type { Finding } from '../../fuzz/findings/finding.js';

/** Counts by name. */
export type Counts = Readonly<Record<string, number>>;

/** The summary of a campaign's events. Plain data, as `--format json` writes it. */
export interface ReportSummary {
  readonly campaign: CampaignStarted;
  /** Undefined for a campaign that was cut off. */
  readonly end?: CampaignEnded | undefined;
  /** Until the last event, in milliseconds; of merged reports, of the longest. */
  readonly durationMs: number;
  /** Each once as it was seen last, worst first. */
  readonly findings: readonly Finding[];
  /** Candidates that were neither shrunk nor rerun when the campaign was cut off. */
  readonly candidates: readonly CandidateFound[];
  /** The shards that a merged report lacks. */
  readonly missingShards: readonly number[];
  /** In their order, those that were started. */
  readonly phases: readonly PhaseTotals[];
  readonly totals: Totals;
  /** Answers by the lower bound of their duration's bucket, in microseconds. */
  readonly latencyUs: Counts;
  /** Successful simulations by the lower bound of their gas estimate's bucket. */
  readonly gas: Counts;
  /** Requests by coverage class. */
  readonly coverageClasses: Counts;
  /** The campaign in slots of the same length. */
  readonly timeline: Timeline;
}

export interface PhaseTotals {
  readonly phase: PhaseName;
  readonly planned: number;
  readonly cases: number;
  readonly requests: number;
}

export interface Totals {
  readonly cases: number;
  readonly requests: number;
  /** Requests that were inconclusive: no complete answer, 401, 403, 429, 502, 503 or 504. */
  readonly inconclusive: number;
  readonly statuses: Counts;
  readonly failures: Counts;
  readonly verdicts: Counts;
}

export interface Timeline {
  readonly slotMs: number;
  readonly slots: readonly TimelineSlot[];
}

/** What happened in one slot of the timeline. */
export interface TimelineSlot {
  /** Requests by phase, without those that are in `inconclusive`. */
  readonly seen: Readonly<Partial<Record<PhaseName, number>>>;
  readonly inconclusive: number;
  /** Undefined where no answer came. */
  readonly p95Us?: number | undefined;
  /** Findings that were first seen in it. */
  readonly newFindings: number;
}
