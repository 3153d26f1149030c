import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import { findingGroups } from '../findings/finding-groups.js';

/** Counts findings by their effect on a campaign, those of one cause once: `one new finding (97 places), 2 not confirmed`. */
export function findingsText(findings: readonly Finding[]): string {
  const groups = findingGroups(findings);
  const failing = groups.filter(({ lead }) => failsCampaign(lead));
  const places = failing.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const rest = groups
    .filter(({ lead }) => !failsCampaign(lead))
    .flatMap(({ lead, others }) => [lead, ...others]);
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
