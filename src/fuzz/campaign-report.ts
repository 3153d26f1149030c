import type { CampaignVerdict, EndedBy, InconclusiveReason, Shard } from './campaign-event.js';
import type { Exercise, Exercised } from './counting/exercised.js';
import type { Finding } from './findings/finding.js';

/** The result of a campaign. */
export interface CampaignReport {
  readonly seed: number;
  readonly shard: Shard;
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent for other verdicts. */
  readonly because?: InconclusiveReason | undefined;
  /** Whether something could not be rerun that no finding names. Default: false. */
  readonly hasOpenFailure?: boolean | undefined;
  readonly endedBy: EndedBy;
  /** The findings: confirmed new ones by severity, then unconfirmed ones, then those that the baseline knows. */
  readonly findings: readonly Finding[];
  readonly cases: number;
  /** How many cases were planned. Absent if a job did not report it. */
  readonly plannedCases?: number | undefined;
  readonly requests: number;
  /** Requests that were inconclusive: what came back proves nothing about them. */
  readonly inconclusive: number;
  /** What it exercised, as counts. Absent if it was cut off. */
  readonly exercised?: Exercised | undefined;
  /** What it must have exercised to be clean: names of `exercised.counts`. */
  readonly required?: readonly Exercise[] | undefined;
  /** What it did not exercise, each in a few words: `no simulation succeeded`. Absent if there is nothing to report. */
  readonly gaps?: readonly string[] | undefined;
  /** Sentences about what was left out or reduced. Absent if there are none. */
  readonly notes?: readonly string[] | undefined;
  readonly durationMs: number;
}
