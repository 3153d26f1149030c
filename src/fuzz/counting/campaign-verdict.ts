import type { CampaignEnded, EndedBy } from '../campaign-event.js';
import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import type { Totals } from './tally.js';

/** What a verdict depends on. */
export interface VerdictParts {
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Totals>;
  /** Whether its phases had no case to run in any shard. */
  readonly isEmpty: boolean;
  readonly endedBy: EndedBy;
  readonly maxInconclusive: number;
  /** Endpoints whose requests were all inconclusive, or that were left out. */
  readonly inconclusiveEndpoints: readonly string[];
  /** Endpoints of which no answer could be judged. Default: none. */
  readonly unjudgedEndpoints?: readonly string[] | undefined;
  /** Whether a failure that may have been an outage was not rerun. Default: false. */
  readonly hasOpenFailure?: boolean | undefined;
}

/**
 * Returns the verdict of a campaign, and the reason if it is inconclusive. A campaign without findings is clean only if
 * enough requests were conclusive, each endpoint could be judged, it was not stopped, and no candidate is unconfirmed.
 * Findings that are not-reproduced do not count.
 */
export function campaignVerdict(parts: VerdictParts): Pick<CampaignEnded, 'verdict' | 'because'> {
  if (parts.findings.some(failsCampaign)) return { verdict: 'findings' };
  const because = doubtOf(parts);
  return because === undefined ? { verdict: 'clean' } : { verdict: 'inconclusive', because };
}

function doubtOf(parts: VerdictParts): CampaignEnded['because'] {
  const { findings, totals, isEmpty, endedBy, maxInconclusive, inconclusiveEndpoints } = parts;
  if (endedBy === 'unreachable' || endedBy === 'stopped') return endedBy;
  if (isEmpty) return 'no-cases';
  if (sawTooLittle(totals, endedBy, maxInconclusive)) return 'inconclusive-requests';
  if (inconclusiveEndpoints.length > 0) return 'inconclusive-endpoints';
  if ((parts.unjudgedEndpoints ?? []).length > 0) return 'unjudged-endpoints';
  const isOpen =
    parts.hasOpenFailure || findings.some(({ isKnown, label }) => !isKnown && label === 'unconfirmed');
  return isOpen ? 'unconfirmed' : undefined;
}

/** A campaign without requests missed nothing if all cases were run: a shard may have no cases. */
function sawTooLittle(
  { requests, inconclusive }: Totals,
  endedBy: EndedBy,
  maxInconclusive: number,
): boolean {
  if (requests === 0) return endedBy !== 'cases';
  return inconclusive === requests || inconclusive / requests > maxInconclusive;
}
