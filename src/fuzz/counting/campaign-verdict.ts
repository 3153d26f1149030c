import type { CampaignEnded, EndedBy } from '../campaign-event.js';
import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import type { Totals } from './tally.js';

/** What a verdict is made of. */
export interface VerdictParts {
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Totals>;
  /** Whether its phases had no case to run, in no shard. */
  readonly isEmpty: boolean;
  readonly endedBy: EndedBy;
  readonly maxInconclusive: number;
  /** Endpoints of which nothing was seen. */
  readonly inconclusiveEndpoints: readonly string[];
  /** Endpoints of which no answer could be judged. Default: none. */
  readonly unjudgedEndpoints?: readonly string[] | undefined;
  /** Whether a failure that may have been an outage was not run again. Default: false. */
  readonly hasOpenFailure?: boolean | undefined;
}

/**
 * Says what a campaign comes to, and why when it proves nothing. Without findings it is clean only when it could see
 * enough, something of each endpoint that could be judged, was not stopped, and nothing that it saw is left unconfirmed; what is not-reproduced counts for nothing.
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

/** Nothing asked is nothing missed where all cases were run: a shard may have none of those that there are. */
function sawTooLittle(
  { requests, inconclusive }: Totals,
  endedBy: EndedBy,
  maxInconclusive: number,
): boolean {
  if (requests === 0) return endedBy !== 'cases';
  return inconclusive === requests || inconclusive / requests > maxInconclusive;
}
