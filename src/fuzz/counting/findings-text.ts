import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';

/** Counts findings by their effect on a campaign: `one new finding, 2 not confirmed, 1 known`. */
export function findingsText(findings: readonly Finding[]): string {
  const failing = findings.filter(failsCampaign).length;
  const known = findings.filter(({ isKnown }) => isKnown).length;
  const open = findings.length - failing - known;
  return [
    failing === 0 ? 'nothing new was found' : failing === 1 ? 'one new finding' : `${failing} new findings`,
    ...(open === 0 ? [] : [`${open} not confirmed`]),
    ...(known === 0 ? [] : [`${known} known`]),
  ].join(', ');
}
