import { severities } from '../../checks/case/check.js';
import { type Finding, findingLabels } from './finding.js';

/** Orders findings: new ones before known ones, then by severity, then the surest first; else by their ids. */
export function worstFirst(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort((a, b) => gravity(a) - gravity(b) || (a.id < b.id ? -1 : 1));
}

function gravity({ isKnown, severity, label }: Finding): number {
  return (
    (Number(isKnown) * severities.length + severities.indexOf(severity)) * findingLabels.length +
    findingLabels.indexOf(label)
  );
}
