import { type Finding, type Frequency, findingLabels } from '../../fuzz/findings/finding.js';

/**
 * Puts the findings of several shards together, each id once: occurrences, frequencies and runs add up, the label of the
 * surest is that of all, with its shrunk case, and it is known only if every shard knows it. What no rerun showed is flaky if
 * several shards saw it.
 */
export function mergeFindings(findings: Iterable<Finding>): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const other = merged.get(finding.id);
    merged.set(finding.id, other === undefined ? finding : mergeTwo(other, finding));
  }
  return [...merged.values()];
}

function mergeTwo(one: Finding, other: Finding): Finding {
  const isOtherSurer = findingLabels.indexOf(other.label) < findingLabels.indexOf(one.label);
  const first = other.firstSeenMs < one.firstSeenMs ? other : one;
  return {
    ...(isOtherSurer ? other : one),
    ...(one.label === 'not-reproduced' && other.label === 'not-reproduced' ? { label: 'flaky' } : {}),
    runs: { shown: one.runs.shown + other.runs.shown, of: one.runs.of + other.runs.of },
    occurrences: one.occurrences + other.occurrences,
    frequency: sumOf(one.frequency, other.frequency),
    caseId: first.caseId,
    firstSeenMs: first.firstSeenMs,
    isKnown: one.isKnown && other.isKnown,
  };
}

function sumOf(one: Frequency | undefined, other: Frequency | undefined): Frequency | undefined {
  if (one === undefined || other === undefined || one.requests !== other.requests) return one ?? other;
  return { ...one, shown: one.shown + other.shown, of: one.of + other.of };
}
