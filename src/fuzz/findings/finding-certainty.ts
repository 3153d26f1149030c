import type { Finding, FindingLabel } from './finding.js';

/** Returns whether reruns of its case showed a finding again. */
export function isSure(label: FindingLabel): boolean {
  return label === 'stable' || label === 'flaky';
}

/** Returns whether a finding fails the campaign: it is sure and not in the baseline. */
export function failsCampaign({ label, isKnown }: Pick<Finding, 'label' | 'isKnown'>): boolean {
  return !isKnown && isSure(label);
}

/** Returns whether there are candidates that were seen once and not again, so that "clean" alone would hide them. */
export function hasUnconfirmed(findings: readonly Finding[]): boolean {
  return findings.some(({ label, isKnown }) => !isKnown && !isSure(label));
}
