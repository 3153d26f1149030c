import { severities } from '../../checks/case/check.js';
import type { CorpusEntry } from '../corpus/corpus-entry.js';
import { type Finding, type FindingLabel, findingLabels } from './finding.js';

/**
 * Returns how certain a finding is after reruns of its case. If the deployment does not answer a control request either,
 * nothing is decided: the case or something else may have stopped it.
 */
export function findingLabel({ shown, of }: Finding['runs'], isReachable: boolean): FindingLabel {
  if (!isReachable || of === 0) return 'unconfirmed';
  if (shown === 0) return 'not-reproduced';
  return shown === of ? 'stable' : 'flaky';
}

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

/** The least for a flaky finding: a few runs say little about how often it shows. */
const leastRunsOfFlaky = 20;

/** Returns how many runs that do not show a finding prove, with a certainty of 95 %, that it is fixed. */
export function runsToProveFixed({
  label,
  runs,
  frequency,
}: Pick<CorpusEntry, 'label' | 'runs' | 'frequency'>): number {
  if (label === 'stable') return 1;
  const { shown, of } = runs !== undefined && runs.shown > 0 ? runs : (frequency ?? { shown: 0, of: 0 });
  return Math.max(leastRunsOfFlaky, shown === 0 ? 0 : Math.ceil((3 * of) / shown));
}

/** How sure a finding is, in a few words: `stable 5/5`. */
export function labelText({ label, runs, isKnown }: Finding): string {
  const sure = label === 'unconfirmed' ? label : `${label} ${runs.shown}/${runs.of}`;
  return isKnown ? `${sure}, known` : sure;
}

/** Sorts findings: new before known, then by severity, by certainty and by id. */
export function sortedFindings(findings: Iterable<Finding>): Finding[] {
  return [...findings].sort((a, b) => severityRank(a) - severityRank(b) || (a.id < b.id ? -1 : 1));
}

function severityRank({ isKnown, severity, label }: Finding): number {
  return (
    (Number(isKnown) * severities.length + severities.indexOf(severity)) * findingLabels.length +
    findingLabels.indexOf(label)
  );
}
