import type { Finding, FindingLabel } from './finding.js';

/** Tells whether a finding is sure enough to count: runs of its case showed it again. */
export function isSure(label: FindingLabel): boolean {
  return label === 'stable' || label === 'flaky';
}

/** Tells whether a campaign fails for a finding: it is sure, and no baseline knows it. */
export function failsCampaign({ label, isKnown }: Pick<Finding, 'label' | 'isKnown'>): boolean {
  return !isKnown && isSure(label);
}
