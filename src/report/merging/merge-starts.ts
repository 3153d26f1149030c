import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../errors.js';
import type { CampaignStarted } from '../../fuzz/campaign-event.js';
import { isPlainObject } from '../../internal/objects.js';
import { formatText } from '../../internal/print.js';

/**
 * Makes one start of those of several shards.
 *
 * @throws {UsageError} for those of other campaigns, with what differs, for a shard that is there twice, and for one that
 * the campaign has not.
 */
export function mergeStarts(starts: readonly CampaignStarted[]): CampaignStarted {
  const [first, ...others] = starts;
  if (first === undefined) throw new UsageError('There are no reports to merge');
  for (const other of others) assertSameCampaign(first, other);
  const { shard } = first;
  const indexes = starts.flatMap((start) => start.merged ?? [start.shard.index]).sort((a, b) => a - b);
  const twice = indexes.find((index, at) => indexes[at + 1] === index);
  if (twice !== undefined)
    throw new UsageError(`Shard ${twice + 1} of ${shard.count} occurs twice: leave one report out`);
  const beyond = indexes.find((index) => index >= shard.count);
  if (beyond !== undefined)
    throw new UsageError(`There are only ${shard.count} shards, got a report of shard ${beyond + 1}`);
  const expired = [...new Set(starts.flatMap((start) => start.expired ?? []))].sort();
  const notes = [...new Set(starts.flatMap((start) => start.notes ?? []))];
  return {
    ...first,
    shard: { index: indexes[0] ?? 0, count: shard.count },
    merged: indexes,
    startedAt: starts
      .map(({ startedAt }) => startedAt)
      .reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    corpus: starts.every(({ corpus }) => corpus === first.corpus) && first.corpus,
    ...(expired.length > 0 ? { expired } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Cases are those of one campaign only if all that they are derived from, and judged by, is the same. */
function assertSameCampaign(one: CampaignStarted, other: CampaignStarted): void {
  if (one.seed !== other.seed || one.shard.count !== other.shard.count)
    throw new UsageError(
      `Reports must be of one campaign, got ${campaignText(one)} and ${campaignText(other)}`,
    );
  const [members, others] = [shownMembers(one), shownMembers(other)];
  const differing = [...new Set([...members.keys(), ...others.keys()])].flatMap((name) => {
    const [value, otherValue] = [members.get(name), others.get(name)];
    return isDeepStrictEqual(value, otherValue)
      ? []
      : [`${name}: ${brief(value)} in ${shardText(one)}, ${brief(otherValue)} in ${shardText(other)}`];
  });
  if (differing.length > 0)
    throw new UsageError('Reports must be of one campaign, but they differ', [
      ...differing,
      'What to do: run all shards with the same options and corpus, with the same version, against the same deployment',
    ]);
}

/** What is the same in all shards of a campaign, by names that a reader knows. */
function shownMembers(start: CampaignStarted): ReadonlyMap<string, unknown> {
  const { version, deployment, phases, checks, phaseCases = {}, settings = {} } = start;
  const nested = { cases: phaseCases, ...settings };
  return new Map<string, unknown>([
    ['version', version],
    ['deployment', deployment.name],
    ['simulator', deployment.simulatorUrl],
    ['observer', deployment.observerUrl],
    ['phases', phases.toSorted()],
    ['checks', checks.toSorted()],
    ...Object.entries(nested).flatMap(([group, values]) => shownBelow(group, values)),
  ]);
}

function shownBelow(group: string, values: unknown): [name: string, value: unknown][] {
  return isPlainObject(values)
    ? Object.entries(values).map(([name, value]) => [`${group}.${name}`, value])
    : [[group, values]];
}

function brief(value: unknown): string {
  if (value === undefined) return 'none';
  return formatText(typeof value === 'string' ? value : JSON.stringify(value), 500);
}

function shardText({ merged, shard }: CampaignStarted): string {
  const indexes = merged ?? [shard.index];
  return `${indexes.length === 1 ? 'shard' : 'shards'} ${indexes.map((index) => index + 1).join(', ')}`;
}

function campaignText({ seed, shard }: CampaignStarted): string {
  return `seed ${seed} in ${shard.count} ${shard.count === 1 ? 'part' : 'shards'}`;
}
