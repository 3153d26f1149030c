import type { CampaignVerdict, EndedBy } from '../campaign-event.js';
import type { Finding } from '../findings/finding.js';
import type { Totals } from './tally.js';

/** What a verdict is made of. */
export interface VerdictParts {
  readonly findings: readonly Finding[];
  readonly totals: Readonly<Totals>;
  readonly endedBy: EndedBy;
  readonly mostUnseen: number;
}

/**
 * Says what a campaign comes to. Without findings it is clean only when it could see enough, was not stopped, and
 * nothing that it saw is left unconfirmed; what is environmental counts for nothing.
 */
export function campaignVerdict({ findings, totals, endedBy, mostUnseen }: VerdictParts): CampaignVerdict {
  const labels = findings.filter(({ isKnown }) => !isKnown).map(({ label }) => label);
  if (labels.includes('stable') || labels.includes('flaky')) return 'findings';
  const wasCut = endedBy === 'stopped' || endedBy === 'unreachable';
  return wasCut || labels.includes('unconfirmed') || sawTooLittle(totals, mostUnseen)
    ? 'inconclusive'
    : 'clean';
}

/** Nothing asked is nothing missed: a shard may have no cases. */
function sawTooLittle({ requests, unseen }: Totals, mostUnseen: number): boolean {
  return requests > 0 && (unseen === requests || unseen / requests > mostUnseen);
}
