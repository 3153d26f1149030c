import { phaseNames } from '../../checks/case/case-plan.js';
import { campaignDefaults } from '../../fuzz/campaign-defaults.js';
import { campaignLimits } from '../../fuzz/campaign-limits.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import type { Bounds } from '../../internal/options.js';
import type { Flag } from '../flag.js';
import { decimal } from '../values/decimal.js';
import { durationMs } from '../values/duration-ms.js';
import { integer } from '../values/integer.js';
import { text } from '../values/text.js';
import type { ValueReader } from '../values/value-reader.js';
import { readPhase, readPhaseName } from './read-phase.js';
import { readRate } from './read-rate.js';
import { readSeconds } from './read-seconds.js';
import { readShard } from './read-shard.js';

/** Every option of a campaign that can be written as text, and is not a part of the target. */
type FuzzOption =
  | Exclude<
      keyof CampaignOptions,
      | 'deployment'
      | 'calls'
      | 'endpoints'
      | 'onEvent'
      | 'signal'
      | 'clock'
      | 'limits'
      | 'phases'
      | 'corpus'
      | 'report'
    >
  | `limits.${keyof NonNullable<CampaignOptions['limits']>}`;

const integerIn = ({ min, max }: Bounds): ValueReader<number> => integer(min, max);
const durationIn = ({ min, max }: Bounds): ValueReader<number> => durationMs(min, max);
const seconds = (ms: number): string => `${ms / 1000}s`;

const budgets = {
  seed: {
    usage: '--seed <number>',
    about: 'what every case is derived from (default: drawn)',
    read: integerIn(campaignLimits.seed),
  },
  cases: {
    usage: '--cases <count>',
    about: `cases of all phases together (default: ${campaignDefaults.cases})`,
    read: integerIn(campaignLimits.cases),
  },
  timeMs: {
    usage: '--time-s <seconds>',
    about: 'ends after so many seconds (default: when all cases are run)',
    read: readSeconds,
  },
  maxFindings: {
    usage: '--max-findings <count>',
    about: `ends with so many new findings (default: ${campaignDefaults.maxFindings})`,
    read: integerIn(campaignLimits.maxFindings),
  },
  reachMs: {
    usage: '--reach-ms <duration>',
    about: `how long the deployment may take to answer for the first time (default: ${seconds(campaignDefaults.reachMs)})`,
    read: durationIn(campaignLimits.reachMs),
  },
  shard: {
    usage: '--shard <i/n>',
    about: 'the i-th of n parts of the cases of --seed, from 1; job/n takes i from JOB_COMPLETION_INDEX',
    read: readShard,
  },
} satisfies Record<string, Flag>;

const pace = {
  concurrency: {
    usage: '--concurrency <count>',
    about: `requests at the same time at most (default: ${campaignDefaults.concurrency})`,
    read: integerIn(campaignLimits.concurrency),
  },
  ratePerSecond: {
    usage: '--rate <number|auto>',
    about: `requests a second; auto: fewer at once while the deployment says that it is too much (default: ${campaignDefaults.ratePerSecond})`,
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
    about: `an answer that takes longer is slow (default: ${seconds(campaignDefaults.limits.slowMs)})`,
    read: durationIn(campaignLimits.slowMs),
  },
  shrinkRuns: {
    usage: '--shrink-runs <count>',
    about: `runs for shrinking one finding (default: ${campaignDefaults.shrinkRuns})`,
    read: integerIn(campaignLimits.shrinkRuns),
  },
  reruns: {
    usage: '--reruns <count>',
    about: `runs of a shrunk finding (default: ${campaignDefaults.reruns})`,
    read: integerIn(campaignLimits.reruns),
  },
  baseline: {
    usage: '--baseline <file>',
    about: 'findings that are known: only others fail',
    read: text,
  },
  mostUnseen: {
    usage: '--most-unseen <share>',
    about: `share of inconclusive requests from which on nothing is proven (default: ${campaignDefaults.mostUnseen})`,
    read: decimal(campaignLimits.mostUnseen.min, campaignLimits.mostUnseen.max),
  },
  operationIds: {
    usage: '--operation-id <id>',
    about: 'an operation that the deployment knows, to poll',
    read: text,
    isRepeatable: true,
  },
  fuzzUnsafe: {
    usage: '--fuzz-unsafe',
    about: 'call endpoints of the configuration that are not read-only too: they change something',
    read: () => true,
  },
} satisfies Record<string, Flag>;

/** The flags that are options of a campaign, under the headings of the help. */
export const fuzzFlagGroups = {
  'Budgets:': budgets,
  'Pace:': pace,
  'Judging:': judging,
};

export const fuzzFlags = { ...budgets, ...pace, ...judging } satisfies Record<FuzzOption, Flag>;

/** What belongs to the command alone: a campaign runs in one process. */
export const jobFlags = {
  jobs: {
    usage: '--jobs <count>',
    about: 'processes that share the cases, the concurrency and the rate (default: 1)',
    read: integerIn(campaignLimits.jobs),
  },
} satisfies Record<string, Flag>;

/** Which phases to run; together they are one option. */
export const phaseFlags = {
  phases: {
    usage: '--phase <name[=cases]>',
    about: `run only this one and others given so, of ${phaseNames.join(', ')}; those without a number share what is left of --cases`,
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
