import { severities } from '../../checks/case/check.js';
import type { Finding, FindingLabel } from '../../fuzz/findings/finding.js';

/** How sure a finding can be, from the surest on. */
export const labels: readonly FindingLabel[] = ['stable', 'flaky', 'unconfirmed', 'environmental'];

/** Sorts findings: new ones before known ones, then by severity, then the surest first. */
export function byGravity(one: Finding, other: Finding): number {
  return gravity(one) - gravity(other) || one.id.localeCompare(other.id);
}

function gravity({ isKnown, severity, label }: Finding): number {
  return (
    (Number(isKnown) * severities.length + severities.indexOf(severity)) * labels.length +
    labels.indexOf(label)
  );
}
