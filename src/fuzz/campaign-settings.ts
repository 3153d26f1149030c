import { randomInt } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import { isArbitrary } from '../arbitraries/drawing/is-arbitrary.js';
import { simulationRequest } from '../arbitraries/request/simulation-request.js';
import { phaseNames } from '../checks/case/case-plan.js';
import type { Check, CheckLimits } from '../checks/case/check.js';
import { defaultLimits } from '../checks/case/limits.js';
import { knownChecks } from '../checks/known-checks.js';
import { deploymentRule } from '../deployment/current-deployment.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { abortSignal } from '../http/call-options.js';
import { type Clock, isClock, longestTimerMs, realClock } from '../internal/clock.js';
import { closest } from '../internal/closest.js';
import { definedMembers } from '../internal/defined-members.js';
import {
  integerFrom,
  listOf,
  nonEmptyText,
  numberFrom,
  type OptionFault,
  type OptionRule,
  optionFaults,
  typed,
} from '../internal/options.js';
import type { Shard } from './campaign-event.js';
import type { CampaignOptions } from './campaign-options.js';
import type { FuzzedCall } from './fuzzed-call.js';
import { defaultConcurrency } from './running/create-case-runner.js';

/** Campaign options with every default filled in. */
export interface CampaignSettings
  extends Pick<CampaignOptions, 'deployment' | 'baseline' | 'report' | 'onEvent' | 'signal'> {
  readonly seed: number;
  readonly cases: number;
  readonly timeMs: number | undefined;
  readonly maxFindings: number;
  readonly concurrency: number;
  readonly rate: number | 'auto';
  readonly phases: NonNullable<CampaignOptions['phases']>;
  readonly checks: readonly Check[];
  readonly limits: CheckLimits;
  readonly calls: Arbitrary<FuzzedCall>;
  readonly operationIds: readonly string[];
  readonly shrinkRuns: number;
  readonly reruns: number;
  readonly corpus: string | undefined;
  readonly shard: Shard;
  readonly mostUnseen: number;
  readonly reachMs: number;
  readonly clock: Clock;
}

const durationMs = integerFrom(1, longestTimerMs);
// As many digits as a case id has room for.
const seedRule = integerFrom(0, 999_999_999_999_999);
const rateRule = numberFrom(0.001);

/** The rule of each option of a campaign; groups have rules of their own. */
export const campaignRules: Record<keyof CampaignOptions, OptionRule> = {
  deployment: deploymentRule,
  seed: seedRule,
  cases: integerFrom(0),
  timeMs: durationMs,
  maxFindings: integerFrom(1),
  concurrency: integerFrom(1, 10_000),
  rate: (value) =>
    value === 'auto' || rateRule(value) === undefined
      ? undefined
      : 'must be auto or a number of at least 0.001',
  phases: typed('object'),
  skipChecks: listOf(checkName),
  limits: typed('object'),
  calls: (value) => (isArbitrary(value) ? undefined : 'must be an arbitrary of fast-check'),
  operationIds: listOf(nonEmptyText),
  shrinkRuns: integerFrom(0),
  reruns: integerFrom(1),
  corpus: (value) => (value === false ? undefined : nonEmptyText(value)),
  baseline: nonEmptyText,
  shard: typed('object'),
  mostUnseen: numberFrom(0, 1),
  reachMs: durationMs,
  report: nonEmptyText,
  onEvent: typed('function'),
  signal: abortSignal,
  clock: (value) => (isClock(value) ? undefined : 'must be a clock: now, setTimeout and clearTimeout'),
};

const phaseRules = Object.fromEntries(phaseNames.map((name) => [name, switchOrCount]));
const limitRules: Record<keyof CheckLimits, OptionRule> = { slowMs: durationMs };
const shardRules: Record<keyof Shard, OptionRule> = { index: integerFrom(0), count: integerFrom(1) };

/**
 * Fills in the defaults.
 *
 * @throws {UsageError} that names every option that is unknown or bad.
 */
export function campaignSettings(options: CampaignOptions): CampaignSettings {
  const faults = optionFaults(options, campaignRules);
  refuseFaults('The campaign has bad options', faults.length > 0 ? faults : groupFaults(options));
  const { deployment, skipChecks = [], limits, ...given } = definedMembers(options) as CampaignOptions;
  return {
    seed: randomInt(2 ** 31),
    cases: 1_000,
    timeMs: undefined,
    maxFindings: 100,
    concurrency: defaultConcurrency,
    rate: 'auto',
    phases: {},
    calls: simulationRequest({ deployment }).map((request) => ({ request })),
    operationIds: [],
    shrinkRuns: 200,
    reruns: 5,
    shard: { index: 0, count: 1 },
    mostUnseen: 0.2,
    reachMs: 5_000,
    clock: realClock,
    ...given,
    deployment,
    checks: knownChecks.filter(({ name }) => !skipChecks.includes(name)),
    limits: { ...defaultLimits, ...definedMembers(limits) },
    corpus: given.corpus || undefined,
  } as CampaignSettings;
}

function groupFaults({ deployment, phases = {}, limits = {}, shard }: CampaignOptions): OptionFault[] {
  return [
    ...(deployment === undefined ? [{ path: 'deployment', message: 'must be given' }] : []),
    ...optionFaults(phases, phaseRules, 'phases'),
    ...optionFaults(limits, limitRules, 'limits'),
    ...(shard === undefined ? [] : shardFaults(shard)),
  ];
}

function shardFaults(shard: Shard): OptionFault[] {
  const { index, count } = shard;
  if (index === undefined || count === undefined)
    return [{ path: 'shard', message: 'must have index and count' }];
  const faults = optionFaults(shard, shardRules, 'shard');
  if (faults.length > 0 || index < count) return faults;
  return [
    { path: 'shard.index', message: `must be below count ${count}: it is counted from 0, got ${index}` },
  ];
}

function switchOrCount(value: unknown): string | undefined {
  return typeof value === 'boolean' || integerFrom(0)(value) === undefined
    ? undefined
    : 'must be true, false or a number of cases';
}

function checkName(value: unknown): string | undefined {
  const names = knownChecks.map(({ name }) => name);
  if (typeof value === 'string' && names.includes(value)) return undefined;
  const meant = typeof value === 'string' ? closest(value, names) : undefined;
  return `must be the name of a check${meant === undefined ? '; crosscheck checks lists them' : `; did you mean ${meant}?`}`;
}
