import { type CampaignEnded, campaignEnds, inconclusiveReasons } from '../../fuzz/campaign-event.js';
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
  const inconclusive = [...new Set(ends.flatMap((end) => end.inconclusiveEndpoints ?? []))];
  const unjudged = [...new Set(ends.flatMap((end) => end.unjudgedEndpoints ?? []))];
  // Each case that measures latency is in one shard alone; anything else one of them may have seen.
  const gaps = [...new Set(ends.flatMap((end) => end.gaps ?? []))].filter(
    (what) => what.startsWith(unmeasuredGrowth) || ends.every((end) => end.gaps?.includes(what)),
  );
  const planned = ends.map(({ plannedCases }) => plannedCases);
  return {
    event: 'end',
    atMs,
    endedBy,
    ...(planned.every((count) => count !== undefined)
      ? { plannedCases: planned.reduce((sum, count) => sum + count, 0) }
      : {}),
    ...mergedVerdict(ends, findings, isWhole),
    ...(inconclusive.length > 0 ? { inconclusiveEndpoints: inconclusive } : {}),
    ...(unjudged.length > 0 ? { unjudgedEndpoints: unjudged } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

function mergedVerdict(
  ends: readonly CampaignEnded[],
  findings: readonly Finding[],
  isWhole: boolean,
): Pick<CampaignEnded, 'verdict' | 'because'> {
  // A finding that only one of the shards has in its baseline is new to the whole.
  if (findings.some(failsCampaign) || ends.some(({ verdict }) => verdict === 'findings'))
    return { verdict: 'findings' };
  // What was missing in a part that was merged before may be there now.
  const doubts = ends.filter((end) => end.verdict === 'inconclusive' && end.because !== 'missing-shards');
  if (doubts.length > 0) {
    const because = inconclusiveReasons.find((reason) => doubts.some((end) => end.because === reason));
    return { verdict: 'inconclusive', because };
  }
  return isWhole ? { verdict: 'clean' } : { verdict: 'inconclusive', because: 'missing-shards' };
}
