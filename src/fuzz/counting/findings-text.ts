import type { Finding } from '../findings/finding.js';
import { failsCampaign } from '../findings/finding-certainty.js';
import { type FindingGroup, findingGroups } from '../findings/finding-groups.js';

/**
 * Counts findings by their effect on a campaign, each cause once, as tables of findings list them:
 * `one new finding (97 places), 2 not confirmed`.
 */
export function findingsText(findings: readonly Finding[]): string {
  const groups = findingGroups(findings);
  const failing = groups.filter(({ lead }) => failsCampaign(lead));
  const known = groups.filter(({ lead }) => lead.isKnown);
  const open = groups.filter(({ lead }) => !lead.isKnown && !failsCampaign(lead));
  const count = failing.length === 1 ? 'one new finding' : `${failing.length} new findings`;
  return [
    failing.length === 0 ? 'nothing new was found' : `${count}${placesText(failing)}`,
    ...(open.length === 0 ? [] : [`${open.length} not confirmed${placesText(open)}`]),
    ...(known.length === 0 ? [] : [`${known.length} known${placesText(known)}`]),
  ].join(', ');
}

/** Counts the findings of groups, if there are more of them. */
function placesText(groups: readonly FindingGroup[]): string {
  const places = groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
  return places > groups.length ? ` (${places} places)` : '';
}
