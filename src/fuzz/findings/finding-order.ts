import { severities } from '../../checks/case/check.js';
import { type Finding, findingLabels } from './finding.js';

/** Sorts findings: new before known, then by severity, by certainty and by id. */
export function sortedFindings(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort((a, b) => gravity(a) - gravity(b) || (a.id < b.id ? -1 : 1));
}

function gravity({ isKnown, severity, label }: Finding): number {
  return (
    (Number(isKnown) * severities.length + severities.indexOf(severity)) * findingLabels.length +
    findingLabels.indexOf(label)
  );
}
