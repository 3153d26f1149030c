import { phaseNames } from '../../checks/case/case-plan.js';
import { campaignSettingShape } from '../../fuzz/campaign-options.js';
import type { Flag, Flags } from '../flag.js';
import { flagsOf } from '../flags-of.js';
import { integer } from '../values/integer.js';
import { readPhase, readPhaseName } from './read-phase.js';
import { readRate } from './read-rate.js';
import { readShard } from './read-shard.js';

/** The flags that are options of a campaign. */
export const fuzzFlags: Flags = flagsOf(campaignSettingShape, {
  ratePerSecond: readRate,
  shard: readShard,
  fuzzUnsafe: () => true,
});

const budgets = [
  'seed',
  'cases',
  'durationMs',
  'maxFindings',
  'connectTimeoutMs',
  'confirmTimeoutMs',
  'shard',
];
const pace = ['concurrency', 'ratePerSecond'];
const flagsWhere = (accepts: (option: string) => boolean): Flags =>
  Object.fromEntries(Object.entries(fuzzFlags).filter(([option]) => accepts(option)));

/** The same under the headings of the help. */
export const fuzzFlagGroups = {
  'Budgets:': flagsWhere((option) => budgets.includes(option)),
  'Pace:': flagsWhere((option) => pace.includes(option)),
  'Checks and findings:': flagsWhere((option) => ![...budgets, ...pace].includes(option)),
};

/** The flag of the command alone: a campaign runs in one process. */
export const jobFlags = {
  jobs: {
    usage: '--jobs <count>',
    about: 'number of processes, which share the cases, the concurrency and the rate (default: 1)',
    // Each job needs about 100 MB.
    read: integer(1, 64),
  },
} satisfies Record<string, Flag>;

/** The flags that select phases; together they are one option. */
export const phaseFlags = {
  phases: {
    usage: '--phase <name[=cases]>',
    about: `run only the phases that are given: ${phaseNames.join(', ')}; those without a number share the rest of --cases`,
    read: readPhase,
    isRepeatable: true,
  },
  skippedPhases: {
    usage: '--skip-phase <name>',
    about: 'skip a phase',
    read: readPhaseName,
    isRepeatable: true,
  },
} satisfies Record<string, Flag>;
