import { UsageError } from '../../errors/usage-error.js';
import type { CampaignStarted } from '../../fuzz/campaign-event.js';

/**
 * Makes one start of those of several shards.
 *
 * @throws {UsageError} for those of other campaigns, and for a shard that is there twice.
 */
export function mergeStarts(starts: readonly CampaignStarted[]): CampaignStarted {
  const [first] = starts;
  if (first === undefined) throw new UsageError('There must be reports to merge, got none');
  const { seed, shard } = first;
  const stranger = starts.find((other) => other.seed !== seed || other.shard.count !== shard.count);
  if (stranger !== undefined)
    throw new UsageError(
      `Reports must be of one campaign, got ${campaignText(first)} and ${campaignText(stranger)}`,
    );
  const indexes = starts.flatMap((start) => start.merged ?? [start.shard.index]).sort((a, b) => a - b);
  const twice = indexes.find((index, at) => indexes[at + 1] === index);
  if (twice !== undefined)
    throw new UsageError(
      `Shard ${twice + 1} of ${shard.count} must be there once, got it twice: leave one out`,
    );
  const expired = [...new Set(starts.flatMap((start) => start.expired ?? []))].sort();
  const notes = [...new Set(starts.flatMap((start) => start.notes ?? []))];
  return {
    ...first,
    shard: { index: indexes[0] ?? 0, count: shard.count },
    merged: indexes,
    startedAt: starts
      .map(({ startedAt }) => startedAt)
      .reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    phases: [...new Set(starts.flatMap(({ phases }) => phases))],
    checks: [...new Set(starts.flatMap(({ checks }) => checks))],
    corpus: starts.every(({ corpus }) => corpus === first.corpus) && first.corpus,
    ...(expired.length > 0 ? { expired } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

function campaignText({ seed, shard }: CampaignStarted): string {
  return `seed ${seed} in ${shard.count} ${shard.count === 1 ? 'part' : 'shards'}`;
}
