import { campaignLimits } from '../../fuzz/campaign-limits.js';
import type { Flag } from '../flag.js';
import { durationMs } from '../values/duration-ms.js';
import { integer } from '../values/integer.js';
import { text } from '../values/text.js';

/** The flags of `crosscheck replay` that are options of a replay. */
export const replayFlags = {
  runs: { usage: '--runs <count>', about: 'how many times to run it (default: 5)', read: integer(1, 1000) },
  corpus: {
    usage: '--corpus <folder>',
    about: 'where ids are looked for (default: .crosscheck/corpus)',
    read: text,
  },
  reachMs: {
    usage: '--reach-ms <duration>',
    about: 'how long the deployment may take to answer for the first time (default: 5s)',
    read: durationMs(campaignLimits.reachMs.min, campaignLimits.reachMs.max),
  },
  operationIds: {
    usage: '--operation-id <id>',
    about: 'an operation that the campaign polled; for a case by its place',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;
