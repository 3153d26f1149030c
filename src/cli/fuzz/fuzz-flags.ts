import { phaseNames } from '../../checks/case/case-plan.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import type { Flag } from '../flag.js';
import { durationMs } from '../values/duration-ms.js';
import { integer } from '../values/integer.js';
import { text } from '../values/text.js';
import { readPhase, readPhaseName } from './read-phase.js';
import { readRate } from './read-rate.js';
import { readSeconds } from './read-seconds.js';
import { readShard } from './read-shard.js';
import { readShare } from './read-share.js';

/** Every option of a campaign that can be written as text, and is not a part of the target. */
type FuzzOption =
  | Exclude<
      keyof CampaignOptions,
      'deployment' | 'calls' | 'onEvent' | 'signal' | 'clock' | 'limits' | 'phases' | 'corpus' | 'report'
    >
  | `limits.${keyof NonNullable<CampaignOptions['limits']>}`;

const budgets = {
  seed: {
    usage: '--seed <number>',
    about: 'what every case is derived from (default: drawn)',
    read: integer(0),
  },
  cases: {
    usage: '--cases <count>',
    about: 'cases of all phases together (default: 1000)',
    read: integer(1),
  },
  timeMs: {
    usage: '--time-s <seconds>',
    about: 'ends after so many seconds (default: when all cases are run)',
    read: readSeconds,
  },
  maxFindings: {
    usage: '--max-findings <count>',
    about: 'ends with so many new findings (default: 100)',
    read: integer(1),
  },
  reachMs: {
    usage: '--reach-ms <duration>',
    about: 'how long the deployment may take to answer for the first time (default: 5s)',
    read: durationMs(1),
  },
  shard: {
    usage: '--shard <i/n>',
    about: 'the i-th of n parts of the cases, from 1; job/n takes i from JOB_COMPLETION_INDEX',
    read: readShard,
  },
} satisfies Record<string, Flag>;

const pace = {
  concurrency: {
    usage: '--concurrency <count>',
    about: 'requests at the same time at most (default: 8)',
    read: integer(1, 1024),
  },
  rate: {
    usage: '--rate <number|auto>',
    about: 'requests a second; auto: more until it is too much (default: auto)',
    read: readRate,
  },
} satisfies Record<string, Flag>;

const judging = {
  skipChecks: {
    usage: '--skip-check <name>',
    about: 'leave out a check; crosscheck checks lists them',
    read: text,
    isRepeatable: true,
  },
  'limits.slowMs': {
    usage: '--slow-ms <duration>',
    about: 'an answer that takes longer is slow (default: 5s)',
    read: durationMs(1),
  },
  shrinkRuns: {
    usage: '--shrink-runs <count>',
    about: 'runs for shrinking one finding (default: 200)',
    read: integer(0),
  },
  reruns: {
    usage: '--reruns <count>',
    about: 'runs of a shrunk finding (default: 5)',
    read: integer(0, 1000),
  },
  baseline: {
    usage: '--baseline <file>',
    about: 'findings that are known: only others fail',
    read: text,
  },
  mostUnseen: {
    usage: '--most-unseen <share>',
    about: 'share of requests without a verdict from which on nothing is proven (default: 0.2)',
    read: readShare,
  },
  operationIds: {
    usage: '--operation-id <id>',
    about: 'an operation that the deployment knows, to poll',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;

/** The flags that are options of a campaign, under the headings of the help. */
export const fuzzFlagGroups = {
  'Budgets:': budgets,
  'Pace:': pace,
  'Judging:': judging,
};

export const fuzzFlags = { ...budgets, ...pace, ...judging } satisfies Record<FuzzOption, Flag>;

/** Which phases to run; together they are one option. */
export const phaseFlags = {
  phases: {
    usage: '--phase <name[=cases]>',
    about: `run only this one and others given so, of ${phaseNames.join(', ')}`,
    read: readPhase,
    isRepeatable: true,
  },
  skippedPhases: {
    usage: '--skip-phase <name>',
    about: 'leave out a phase',
    read: readPhaseName,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;

/** What to call; without a target any address is called, which seldom has a contract. */
export const callFlags = {
  target: { usage: '--target <address>', about: 'the contract to call', read: text },
  signature: {
    usage: '--signature <text>',
    about: 'its function, of the arguments without the header: swap(address,uint256)',
    read: text,
  },
  tokens: {
    usage: '--token <address>',
    about: 'a token to send; native for the native coin (default: any)',
    read: (given) => (given === 'native' ? '' : text(given)),
    isRepeatable: true,
  },
  callers: {
    usage: '--caller <address>',
    about: 'who calls (default: anybody)',
    read: text,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;
