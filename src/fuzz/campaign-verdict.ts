import type { CampaignEnded, InconclusiveReason } from './campaign-event.js';
import { type Exercise, type Exercised, type Planned, shareGaps, unmet } from './exercised.js';
import type { Finding } from './findings/finding.js';
import { failsCampaign } from './findings/finding-certainty.js';
import type { Totals } from './tally.js';

/** The default of the option `maxInconclusive`. */
export const defaultMaxInconclusive = 0.2;

/** What the end of a campaign depends on: of one that ran, or of all shards together. */
export interface CampaignOutcome
  extends Pick<CampaignEnded, 'atMs' | 'endedBy' | 'plannedCases' | 'hasOpenFailure'> {
  readonly exercised: Exercised;
  /** What it must have exercised to be clean. */
  readonly required: readonly Exercise[];
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Totals>;
  /** Its phases and checks. Without a phase, there was no case to run in any shard. */
  readonly planned: Pick<Planned, 'phases' | 'checks'>;
  readonly maxInconclusive: number;
  /** What else it did not exercise, in a few words each. Its verdict does not need it. */
  readonly otherGaps: readonly string[];
  /** Whether shards are missing. Without all of them, nothing is clean. Default: false. */
  readonly lacksShards?: boolean | undefined;
}

/**
 * Returns the end of a campaign with its verdict, and the reason if it is inconclusive. A campaign without findings is clean
 * only if it exercised what its phases require, enough requests were conclusive, it was not stopped, and no candidate is
 * unconfirmed. Findings that are not-reproduced do not count.
 */
export function campaignEnd(outcome: CampaignOutcome): CampaignEnded {
  const { atMs, endedBy, plannedCases, findings, exercised, required, hasOpenFailure, planned } = outcome;
  const noEvidence = unmet(exercised, required, planned);
  const inconclusive = shareGaps(exercised, outcome.maxInconclusive);
  const gaps = [...new Set([...noEvidence, ...inconclusive, ...outcome.otherGaps])];
  const because = inconclusiveReason(outcome, noEvidence, inconclusive);
  return {
    event: 'end',
    atMs,
    endedBy,
    ...(plannedCases === undefined ? {} : { plannedCases }),
    ...(findings.some(failsCampaign)
      ? { verdict: 'findings' }
      : because === undefined
        ? { verdict: 'clean' }
        : { verdict: 'inconclusive', because }),
    ...(hasOpenFailure ? { hasOpenFailure } : {}),
    exercised,
    required,
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

function inconclusiveReason(
  { findings, totals, planned, endedBy, hasOpenFailure, lacksShards }: CampaignOutcome,
  noEvidence: readonly string[],
  inconclusive: readonly string[],
): InconclusiveReason | undefined {
  if (endedBy === 'unreachable' || endedBy === 'stopped') return endedBy;
  if (planned.phases.length === 0) return 'no-cases';
  if (totals.requests === 0 && endedBy !== 'cases') return 'no-cases';
  if (totals.requests > 0) {
    if (noEvidence.length > 0) return 'no-evidence';
    if (inconclusive.length > 0) return 'inconclusive-requests';
    if (hasOpenFailure || findings.some(isOpen)) return 'unconfirmed';
  }
  return lacksShards ? 'missing-shards' : undefined;
}

/** Returns whether a new finding could not be rerun. */
export function isOpen({ isKnown, confidence }: Finding): boolean {
  return !isKnown && confidence === 'unconfirmed';
}
