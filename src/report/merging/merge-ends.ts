import { type CampaignEnded, campaignEnds, inconclusiveReasons } from '../../fuzz/campaign-event.js';
import { isOpen } from '../../fuzz/counting/campaign-verdict.js';
import { addExercised, unmet } from '../../fuzz/counting/exercised.js';
import { unmeasuredGrowth } from '../../fuzz/counting/measured-growth.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { failsCampaign } from '../../fuzz/findings/finding-certainty.js';

/** Makes one end of those of several shards; `isWhole` when none of them is missing. */
export function mergeEnds(
  ends: readonly CampaignEnded[],
  findings: readonly Finding[],
  isWhole: boolean,
  atMs: number,
): CampaignEnded {
  const endedBy = campaignEnds.find((reason) => ends.some((end) => end.endedBy === reason)) ?? 'cases';
  const exercised = addExercised(ends.flatMap((end) => end.exercised ?? []));
  const required = [...new Set(ends.flatMap((end) => end.required ?? []))];
  const missing = unmet(exercised, required);
  // Each case that measures latency is in one shard alone; anything else one of them may have seen.
  const gaps = [...new Set([...missing, ...ends.flatMap((end) => end.gaps ?? [])])].filter(
    (what) =>
      missing.includes(what) ||
      what.startsWith(unmeasuredGrowth) ||
      ends.every((end) => end.gaps?.includes(what)),
  );
  const planned = ends.map(({ plannedCases }) => plannedCases);
  return {
    event: 'end',
    atMs,
    endedBy,
    ...(planned.every((count) => count !== undefined)
      ? { plannedCases: planned.reduce((sum, count) => sum + count, 0) }
      : {}),
    ...mergedVerdict(ends, findings, isWhole, missing.length > 0),
    exercised,
    required,
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

function mergedVerdict(
  ends: readonly CampaignEnded[],
  findings: readonly Finding[],
  isWhole: boolean,
  lacksEvidence: boolean,
): Pick<CampaignEnded, 'verdict' | 'because'> {
  // A finding that only one of the shards has in its baseline is new to the whole.
  if (findings.some(failsCampaign) || ends.some(({ verdict }) => verdict === 'findings'))
    return { verdict: 'findings' };
  // What was missing in a part may be in another one.
  const doubts = ends.filter(
    ({ verdict, because }) =>
      verdict === 'inconclusive' &&
      because !== 'missing-shards' &&
      (because !== 'no-evidence' || lacksEvidence),
  );
  const reasons = new Set(doubts.map(({ because }) => because));
  // A shard names only its most serious reason.
  if (findings.some(isOpen)) reasons.add('unconfirmed');
  if (reasons.size > 0)
    return { verdict: 'inconclusive', because: inconclusiveReasons.find((reason) => reasons.has(reason)) };
  return isWhole ? { verdict: 'clean' } : { verdict: 'inconclusive', because: 'missing-shards' };
}
