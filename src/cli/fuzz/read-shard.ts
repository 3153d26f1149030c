import { UsageError } from '../../errors.js';
import type { Shard } from '../../fuzz/campaign-event.js';
import { shardSchema } from '../../fuzz/campaign-options.js';
import { formatValue } from '../../internal/print.js';
import type { CliContext } from '../cli-context.js';
import { BadValue } from '../values/value-reader.js';

/** A shard of a command line. With `job`, the environment determines its index. */
export interface NamedShard {
  readonly place: number | 'job';
  readonly count: number;
}

/** Reads `2/4`, the second of four, or `job/4`. */
export function readShard(text: string): NamedShard {
  const [, place, count] = /^(\d+|job)\/(\d+)$/.exec(text) ?? [];
  const shard: NamedShard = { place: place === 'job' ? place : Number(place), count: Number(count) };
  const isReachable = shard.place === 'job' || (shard.place >= 1 && shard.place <= shard.count);
  if (shardSchema.shape.count.safeParse(shard.count).success && isReachable) return shard;
  throw new BadValue('must be two numbers such as 2/4 (the second of four), or job/4');
}

/**
 * Returns the shard. A Kubernetes Indexed Job numbers its pods from 0 in JOB_COMPLETION_INDEX.
 *
 * @throws {UsageError} if the environment does not have the index.
 */
export function shardOf({ place, count }: NamedShard, { env }: CliContext): Shard {
  if (place !== 'job') return { index: place - 1, count };
  const index = /^\d{1,6}$/.test(env.JOB_COMPLETION_INDEX ?? '') ? Number(env.JOB_COMPLETION_INDEX) : count;
  if (index < count) return { index, count };
  throw new UsageError(
    `--shard job/${count} needs JOB_COMPLETION_INDEX, a number below ${count}, got ${formatValue(env.JOB_COMPLETION_INDEX)}`,
  );
}
