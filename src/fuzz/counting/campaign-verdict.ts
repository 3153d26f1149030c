import type { CampaignEnded, EndedBy } from '../campaign-event.js';
import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import { type Exercise, type Exercised, type Planned, shareGaps, unmet } from './exercised.js';
import type { Totals } from './tally.js';

/** The default of the option `maxInconclusive`. */
export const defaultMaxInconclusive = 0.2;

/** What a verdict depends on. */
export interface VerdictParts {
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Totals>;
  /** Its phases and checks. Without a phase, there was no case to run in any shard. */
  readonly planned: Pick<Planned, 'phases' | 'checks'>;
  readonly endedBy: EndedBy;
  readonly maxInconclusive: number;
  readonly exercised: Exercised;
  /** What it must have exercised to be clean. */
  readonly required: readonly Exercise[];
  /** Whether something could not be rerun that no finding names: a failure that may have been an outage. Default: false. */
  readonly hasOpenFailure?: boolean | undefined;
}

/**
 * Returns the verdict of a campaign, and the reason if it is inconclusive. A campaign without findings is clean only if
 * it exercised what its phases require, enough requests were conclusive, it was not stopped, and no candidate is unconfirmed.
 * Findings that are not-reproduced do not count.
 */
export function campaignVerdict(parts: VerdictParts): Pick<CampaignEnded, 'verdict' | 'because'> {
  if (parts.findings.some(failsCampaign)) return { verdict: 'findings' };
  const because = doubtOf(parts);
  return because === undefined ? { verdict: 'clean' } : { verdict: 'inconclusive', because };
}

function doubtOf(parts: VerdictParts): CampaignEnded['because'] {
  const { findings, totals, planned, endedBy, maxInconclusive, exercised, required } = parts;
  if (endedBy === 'unreachable' || endedBy === 'stopped') return endedBy;
  if (planned.phases.length === 0) return 'no-cases';
  if (totals.requests === 0) return endedBy === 'cases' ? undefined : 'no-cases';
  if (unmet(exercised, required, planned).length > 0) return 'no-evidence';
  if (shareGaps(exercised, maxInconclusive).length > 0) return 'inconclusive-requests';
  return parts.hasOpenFailure || findings.some(isOpen) ? 'unconfirmed' : undefined;
}

/** Returns whether a new finding could not be rerun. */
export function isOpen({ isKnown, confidence }: Finding): boolean {
  return !isKnown && confidence === 'unconfirmed';
}
