import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import { findingGroups } from '../findings/finding-groups.js';

/** Counts findings by their effect on a campaign, those of one cause once: `one new finding (97 places), 2 not confirmed`. */
export function findingsText(findings: readonly Finding[]): string {
  const failing = findingGroups(findings.filter(failsCampaign));
  const places = failing.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const rest = findings.filter((finding) => !failsCampaign(finding));
  const known = rest.filter(({ isKnown }) => isKnown).length;
  const open = rest.length - known;
  const count = failing.length === 1 ? 'one new finding' : `${failing.length} new findings`;
  return [
    failing.length === 0
      ? 'nothing new was found'
      : `${count}${places > failing.length ? ` (${places} places)` : ''}`,
    ...(open === 0 ? [] : [`${open} not confirmed`]),
    ...(known === 0 ? [] : [`${known} known`]),
  ].join(', ');
}
