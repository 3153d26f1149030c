import { isArbitrary } from '../arbitraries/combinators.js';
import { phaseNames } from '../checks/case/case-plan.js';
import type { CheckLimits } from '../checks/case/check.js';
import { knownChecks } from '../checks/known-checks.js';
import { definedDeployment } from '../deployment/deployment.js';
import { customEndpoints } from '../endpoint/define-endpoint.js';
import { closest, meantName } from '../internal/closest.js';
import {
  abortSignal,
  clockOption,
  integerFrom,
  integerWithin,
  listOf,
  nonEmptyText,
  numberFrom,
  type OptionFault,
  type OptionRule,
  optionFaults,
  refuseFaults,
  ruleOf,
  typed,
} from '../internal/options.js';
import type { Shard } from './campaign-event.js';
import { campaignLimits } from './campaign-limits.js';
import type { CampaignOptions } from './campaign-options.js';
import { askedPhases } from './phases/asked-phases.js';

const rateRule = numberFrom(campaignLimits.ratePerSecond.min, campaignLimits.ratePerSecond.max);
const caseCount = integerWithin(campaignLimits.casesOfPhase);

/** The rule of each option of a campaign; groups have rules of their own. */
export const campaignRules: Record<keyof CampaignOptions, OptionRule> = {
  deployment: ruleOf(definedDeployment),
  seed: integerWithin(campaignLimits.seed),
  cases: integerWithin(campaignLimits.cases),
  timeMs: integerWithin(campaignLimits.timeMs),
  maxFindings: integerWithin(campaignLimits.maxFindings),
  concurrency: integerWithin(campaignLimits.concurrency),
  ratePerSecond: (value) =>
    value === 'auto' ? undefined : rateRule(value)?.replace('must be', 'must be auto or'),
  phases: (value) => (Array.isArray(value) ? phaseList(value) : typed('object')(value)),
  skipChecks: listOf(checkName),
  limits: typed('object'),
  calls: (value) => (isArbitrary(value) ? undefined : 'must be an arbitrary of fast-check'),
  operationIds: listOf(nonEmptyText),
  endpoints: ruleOf(customEndpoints),
  fuzzUnsafe: typed('boolean'),
  shrinkRuns: integerWithin(campaignLimits.shrinkRuns),
  reruns: integerWithin(campaignLimits.reruns),
  corpus: (value) => (value === false ? undefined : nonEmptyText(value)),
  baseline: nonEmptyText,
  shard: typed('object'),
  mostUnseen: numberFrom(campaignLimits.mostUnseen.min, campaignLimits.mostUnseen.max),
  reachMs: integerWithin(campaignLimits.reachMs),
  report: nonEmptyText,
  onEvent: typed('function'),
  signal: ruleOf(abortSignal()),
  clock: ruleOf(clockOption()),
};

const phaseRules = Object.fromEntries(phaseNames.map((name) => [name, switchOrCount]));
const limitRules: Record<keyof CheckLimits, OptionRule> = { slowMs: integerWithin(campaignLimits.slowMs) };
const shardRules: Record<keyof Shard, OptionRule> = {
  index: integerFrom(0, campaignLimits.shardCount.max - 1),
  count: integerWithin(campaignLimits.shardCount),
};

/**
 * Throws when the options of a campaign are bad.
 *
 * @param nameOf - How to name an option, `limits.slowMs`, to whoever gave it. Default: as it is.
 * @throws {UsageError} that names every option that is unknown or bad.
 */
export function refuseBadCampaign(
  options: CampaignOptions,
  nameOf: (path: string) => string = (path) => path,
): void {
  const faults = optionFaults(options, campaignRules);
  refuseFaults(
    'The campaign has bad options',
    (faults.length > 0 ? faults : groupFaults(options)).map((fault) => ({
      ...fault,
      path: nameOf(fault.path),
    })),
  );
}

function groupFaults(options: CampaignOptions): OptionFault[] {
  const { deployment, phases = {}, limits = {}, shard, seed } = options;
  return [
    ...(deployment === undefined ? [{ path: 'deployment', message: 'must be given' }] : []),
    ...(Array.isArray(phases) ? [] : optionFaults(phases, phaseRules, 'phases')),
    ...optionFaults(limits, limitRules, 'limits'),
    ...(shard === undefined ? [] : shardFaults(shard, seed)),
    ...endpointsPhaseFaults(options),
  ];
}

/** A phase that is asked for by its name must have something to call: of nothing a campaign is clean. */
function endpointsPhaseFaults({ phases = {}, endpoints = [], fuzzUnsafe }: CampaignOptions): OptionFault[] {
  if (!askedPhases(phases).endpoints || endpoints.some(({ readOnly }) => readOnly || fuzzUnsafe)) return [];
  return [
    {
      path: 'phases',
      message: `has endpoints, but there is none to call: ${endpoints.length === 0 ? 'give endpoints' : 'none is read-only, and fuzzUnsafe is not set'}`,
    },
  ];
}

function shardFaults(shard: Shard, seed: number | undefined): OptionFault[] {
  const { index, count } = shard;
  if (index === undefined || count === undefined)
    return [{ path: 'shard', message: 'must have index and count' }];
  const faults = optionFaults(shard, shardRules, 'shard');
  if (faults.length > 0) return faults;
  if (index >= count)
    return [
      { path: 'shard.index', message: `must be below count ${count}: it is counted from 0, got ${index}` },
    ];
  if (seed !== undefined || count === 1) return [];
  return [
    { path: 'seed', message: 'must be given, the same for all shards: drawn ones have other cases each' },
  ];
}

function phaseList(list: readonly unknown[]): string | undefined {
  return list.length === 0 ? 'must name at least one phase' : listOf(phaseOrEntry)(list);
}

function phaseOrEntry(value: unknown): string | undefined {
  const [name, cases, ...more]: readonly unknown[] = Array.isArray(value) ? value : [value, 0];
  const isPhase = phaseNames.some((phase) => phase === name);
  if (isPhase && caseCount(cases) === undefined && more.length === 0) return undefined;
  const meant = typeof name === 'string' && !isPhase ? closest(name, phaseNames) : undefined;
  return `must be the name of a phase, or [name, cases]${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function switchOrCount(value: unknown): string | undefined {
  return typeof value === 'boolean' || caseCount(value) === undefined
    ? undefined
    : 'must be true, false or a number of cases';
}

function checkName(value: unknown): string | undefined {
  const names = knownChecks.map(({ name }) => name);
  if (typeof value === 'string' && names.includes(value)) return undefined;
  const meant = typeof value === 'string' ? meantName(value, names) : undefined;
  return `must be the name of a check${meant === undefined ? '; crosscheck checks lists them' : `; did you mean ${meant}?`}`;
}
