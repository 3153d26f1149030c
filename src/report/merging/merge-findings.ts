import { type Finding, findingLabels } from '../../fuzz/findings/finding.js';

/**
 * Puts the findings of several shards together, each id once: occurrences and runs add up, the label of the surest is
 * that of all, with its shrunk case, and it is known only if every shard knows it.
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
    runs: { shown: one.runs.shown + other.runs.shown, of: one.runs.of + other.runs.of },
    occurrences: one.occurrences + other.occurrences,
    caseId: first.caseId,
    firstSeenMs: first.firstSeenMs,
    isKnown: one.isKnown && other.isKnown,
  };
}
