import { type CampaignEnded, type CampaignStarted, campaignEnds } from '../../fuzz/campaign-event.js';
import {
  campaignVerdict,
  defaultMaxInconclusive,
  type VerdictParts,
} from '../../fuzz/counting/campaign-verdict.js';
import { addExercised, shareGaps, unmet } from '../../fuzz/counting/exercised.js';
import { unmeasuredGrowth } from '../../fuzz/counting/measured-growth.js';

/**
 * Makes one end of those of several shards, with the verdict of one campaign that counted what all of them did.
 *
 * @param start - The merged start. Without all of its shards, nothing is clean.
 */
export function mergeEnds(
  start: CampaignStarted,
  ends: readonly CampaignEnded[],
  { atMs, ...seen }: Pick<VerdictParts, 'findings' | 'totals'> & { readonly atMs: number },
): CampaignEnded {
  const { shard, merged = [], settings: { maxInconclusive } = {} } = start;
  const endedBy = campaignEnds.find((reason) => ends.some((end) => end.endedBy === reason)) ?? 'cases';
  const exercised = addExercised(ends.flatMap((end) => end.exercised ?? []));
  const required = [...new Set(ends.flatMap((end) => end.required ?? []))];
  const hasOpenFailure = ends.some((end) => end.hasOpenFailure);
  const parts = {
    ...{ endedBy, exercised, required, hasOpenFailure },
    planned: start,
    maxInconclusive: typeof maxInconclusive === 'number' ? maxInconclusive : defaultMaxInconclusive,
  };
  const missing = [...unmet(exercised, required, start), ...shareGaps(exercised, parts.maxInconclusive)];
  // Each case that measures latency is in one shard alone; anything else one of them may have seen.
  const gaps = [...new Set([...missing, ...ends.flatMap((end) => end.gaps ?? [])])].filter(
    (what) =>
      missing.includes(what) ||
      what.startsWith(unmeasuredGrowth) ||
      ends.every((end) => end.gaps?.includes(what)),
  );
  const planned = ends.map(({ plannedCases }) => plannedCases);
  const verdict = campaignVerdict({ ...seen, ...parts });
  const isProven = verdict.verdict !== 'clean' || merged.length === shard.count;
  return {
    event: 'end',
    atMs,
    endedBy,
    ...(planned.every((count) => count !== undefined)
      ? { plannedCases: planned.reduce((sum, count) => sum + count, 0) }
      : {}),
    ...(isProven ? verdict : { verdict: 'inconclusive', because: 'missing-shards' }),
    ...(hasOpenFailure ? { hasOpenFailure } : {}),
    exercised,
    required,
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}
