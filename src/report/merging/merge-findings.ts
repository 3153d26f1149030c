import { caseRequests } from '../../checks/case/case-requests.js';
import { knownChecks } from '../../checks/known-checks.js';
import { type Finding, type Frequency, findingLabels } from '../../fuzz/findings/finding.js';
import { byStart, isSure, labelByOccurrences } from '../../fuzz/findings/finding-certainty.js';
import { type ConditionOf, signatureWithin } from '../../fuzz/findings/finding-condition.js';
import { findingId } from '../../fuzz/findings/signature.js';

/**
 * Puts the findings of several shards together, each id once: occurrences, frequencies and runs add up, the label of the
 * surest is that of all, with its shrunk case, and it is known only if every shard knows it. What no rerun showed is flaky if
 * one campaign would call it so. A case that does not meet the condition of another shard shows another finding.
 */
export function mergeFindings(findings: Iterable<Finding>): Finding[] {
  const shards = new Map<string, Finding[]>();
  const all = [...findings];
  const conditionOf: ConditionOf = (id) =>
    all.find((finding) => finding.id === id && finding.condition)?.condition;
  for (const finding of all) {
    // The last request of a case is the one that shows its finding, unless others were sent beside it.
    const request = finding.context === 'concurrency' ? undefined : caseRequests(finding.plan).at(-1);
    const signature = request ? signatureWithin(finding.signature, request, conditionOf) : finding.signature;
    const id = signature === finding.signature ? finding.id : findingId(signature);
    shards.set(id, [...(shards.get(id) ?? []), { ...finding, id, signature }]);
  }
  return [...shards.values()].map((same) => labelled(same.reduce(mergeTwo), same));
}

function mergeTwo(one: Finding, other: Finding): Finding {
  const isOtherSurer = findingLabels.indexOf(other.label) < findingLabels.indexOf(one.label);
  const first = other.firstSeenMs < one.firstSeenMs ? other : one;
  const { isExplained: _, isUnreported: __, ...surest } = isOtherSurer ? other : one;
  return {
    ...surest,
    runs: { shown: one.runs.shown + other.runs.shown, of: one.runs.of + other.runs.of },
    occurrences: one.occurrences + other.occurrences,
    frequency: sumOf(one.frequency, other.frequency),
    caseId: first.caseId,
    firstSeenMs: first.firstSeenMs,
    isKnown: one.isKnown && other.isKnown,
    ...(one.isExplained || other.isExplained ? { isExplained: true } : {}),
    ...(one.isUnreported && other.isUnreported ? { isUnreported: true } : {}),
  };
}

/** Adds up how often shards saw it; if only one of them saw it in valid requests, those count. */
function sumOf(one: Frequency | undefined, other: Frequency | undefined): Frequency | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.requests !== other.requests) return other.requests === 'valid requests' ? other : one;
  const { times } = one;
  return {
    ...one,
    shown: one.shown + other.shown,
    of: one.of + other.of,
    ...(times === undefined ? {} : { times: [...times, ...(other.times ?? [])].toSorted(byStart) }),
  };
}

/** Labels a finding by the sums of all shards. A check of another version may not be known here. */
function labelled(merged: Finding, shards: readonly Finding[]): Finding {
  const check = knownChecks.find(({ name }) => name === merged.signature.check);
  const open = shards.find(({ label }) => label === 'not-reproduced');
  if (check === undefined || open === undefined || isSure(merged.label)) return merged;
  const { isUnreported, ...summed } = merged;
  const label = labelByOccurrences(check, { ...merged, label: open.label });
  return isSure(label) ? { ...summed, label } : merged;
}
