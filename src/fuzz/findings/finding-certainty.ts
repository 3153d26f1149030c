import type { Finding, FindingLabel } from './finding.js';

/** Returns whether reruns of its case showed a finding again. */
export function isSure(label: FindingLabel): boolean {
  return label === 'stable' || label === 'flaky';
}

/** Returns whether a finding fails the campaign: it is sure and not in the baseline. */
export function failsCampaign({ label, isKnown }: Pick<Finding, 'label' | 'isKnown'>): boolean {
  return !isKnown && isSure(label);
}
