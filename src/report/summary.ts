import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CampaignVerdict,
  CandidateFound,
} from '../fuzz/campaign-event.js';
import { CampaignSums, type PhaseTotals } from '../fuzz/campaign-verdict.js';
import type { Counts } from '../fuzz/counts.js';
import type { Finding } from '../fuzz/findings/finding.js';
import type { Timeline } from '../fuzz/timeline.js';

/** The summary of a campaign's events. Plain data, as `--format json` writes it. */
export interface ReportSummary {
  readonly campaign: CampaignStarted;
  /** Undefined for a campaign that was cut off. */
  readonly end?: CampaignEnded | undefined;
  /** The verdict of the campaign. If it was cut off, only findings decide. */
  readonly verdict: CampaignVerdict | 'cut off';
  /** Until the last event, in milliseconds; of merged reports, of the longest. */
  readonly durationMs: number;
  /** Each finding once, in its last state: confirmed and new ones first, then known, then unconfirmed ones, each by severity. */
  readonly findings: readonly Finding[];
  /** Candidates that were neither shrunk nor rerun when the campaign was cut off. */
  readonly candidates: readonly CandidateFound[];
  /** The shards that a merged report lacks. */
  readonly missingShards: readonly number[];
  /** The phases that were started, in order. */
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

export interface Totals {
  readonly cases: number;
  readonly requests: number;
  /** Requests that were inconclusive: their answers prove nothing. */
  readonly inconclusive: number;
  /** These requests by the status of the answer or the kind of failure; unknown in reports of version 0.1. */
  readonly inconclusiveOutcomes: Counts;
  /** Answers with status 429 or 503 that were retried, by status; unknown in reports of version 0.1. */
  readonly retried: Counts;
  /** Of all answers, also of those that were retried. */
  readonly statuses: Counts;
  readonly failures: Counts;
  readonly verdicts: Counts;
}

/**
 * Sums up the events of a campaign, in one pass.
 *
 * @throws {UsageError} without the event that starts a campaign.
 */
export function summaryOfEvents(events: Iterable<CampaignEvent>): ReportSummary {
  const sums = new CampaignSums(events);
  const { start: campaign, end, verdict, durationMs, findings, candidates, phases, totals } = sums;
  const { latencyUs, gas, coverageClasses, timeline } = sums;
  const { shard, merged } = campaign;
  const shards = Array.from({ length: shard.count }, (_, index) => index);
  return {
    campaign,
    end,
    verdict,
    durationMs,
    findings,
    candidates,
    missingShards: merged === undefined ? [] : shards.filter((index) => !merged.includes(index)),
    phases,
    totals,
    latencyUs,
    gas,
    coverageClasses,
    timeline,
  };
}
