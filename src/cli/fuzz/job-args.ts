import { UsageError } from '../../errors.js';
import type { CampaignSettings } from '../../fuzz/campaign-settings.js';

/** The options that jobs share, and their seed. */
type Divided = Pick<CampaignSettings, 'seed' | 'shard' | 'concurrency' | 'ratePerSecond' | 'operationIds'>;

/**
 * Returns the command line of each job: that of the campaign, with the flags of the job at its end, because the last value of
 * a flag counts. A shard is divided into more shards.
 *
 * @throws {UsageError} if there are more jobs than concurrent requests.
 */
export function jobArgs(
  args: readonly string[],
  jobs: number,
  { seed, shard, concurrency, ratePerSecond, operationIds }: Divided,
): string[][] {
  if (jobs > concurrency)
    throw new UsageError(
      `--jobs must be at most --concurrency, ${concurrency}, got ${jobs}: each job needs at least one concurrent request`,
    );
  return Array.from({ length: jobs }, (_, job) => {
    const part = Math.floor(concurrency / jobs) + (job < concurrency % jobs ? 1 : 0);
    return [
      ...[...args, '--jobs', '1', '--no-report', '--seed', `${seed}`],
      // All jobs poll the operations that the parent process listed.
      ...operationIds.flatMap((id) => (args.includes(id) ? [] : ['--operation-id', id])),
      ...['--shard', `${shard.index * jobs + job + 1}/${shard.count * jobs}`],
      ...[
        '--concurrency',
        `${part}`,
        '--rate-per-second',
        `${ratePerSecond === 'auto' ? ratePerSecond : (ratePerSecond / jobs).toFixed(6)}`,
      ],
    ];
  });
}
