import { abortSignal } from '../client/call-options.js';
import { deploymentRule } from '../deployment/current-deployment.js';
import { endpointsRule } from '../endpoint/endpoints-rule.js';
import { clockRule } from '../internal/clock-rule.js';
import {
  integerWithin,
  listOf,
  nonEmptyText,
  numberFrom,
  type OptionFault,
  type OptionRule,
  oneOf,
  optionFaults,
  typed,
} from '../internal/options.js';
import { smokeLimits } from './smoke-limits.js';
import {
  expectedVerdicts,
  type SmokeBudgets,
  type SmokeOptions,
  type SmokeSettings,
} from './smoke-options.js';

const settingRules: Record<keyof SmokeSettings, OptionRule> = {
  ratePerSecond: numberFrom(smokeLimits.ratePerSecond.min, smokeLimits.ratePerSecond.max),
  maxRequests: integerWithin(smokeLimits.maxRequests),
  samples: integerWithin(smokeLimits.samples),
  budgets: typed('object'),
  maxClockSkewMs: integerWithin(smokeLimits.maxClockSkewMs),
  minCertificateDays: integerWithin(smokeLimits.minCertificateDays),
  timeoutMs: integerWithin(smokeLimits.timeoutMs),
  expectedVerdict: oneOf(...expectedVerdicts),
};

const budgetRules: Record<keyof SmokeBudgets, OptionRule> = {
  simulateP50Ms: integerWithin(smokeLimits.budgetMs),
  simulateP95Ms: integerWithin(smokeLimits.budgetMs),
  inclusionP50Ms: integerWithin(smokeLimits.budgetMs),
  inclusionP95Ms: integerWithin(smokeLimits.budgetMs),
};

const optionRules: Record<keyof SmokeOptions, OptionRule> = {
  ...settingRules,
  deployment: deploymentRule,
  request: typed('object'),
  operationIds: listOf(nonEmptyText),
  endpoints: endpointsRule,
  signal: abortSignal,
  onCheck: typed('function'),
  clock: clockRule,
};

/** Lists what is wrong with the settings of a smoke run, as a configuration has them. */
export function smokeSettingFaults(settings: SmokeSettings, under = ''): OptionFault[] {
  return withBudgets(settings, optionFaults(settings, settingRules, under), under);
}

/** Lists what is wrong with the options of a smoke run. */
export function smokeOptionFaults(options: SmokeOptions): OptionFault[] {
  const faults = withBudgets(options, optionFaults(options, optionRules), '');
  const isMissing = faults.length === 0 && options.deployment === undefined;
  return isMissing ? [{ path: 'deployment', message: 'must be given' }] : faults;
}

function withBudgets({ budgets }: SmokeSettings, faults: OptionFault[], under: string): OptionFault[] {
  if (faults.length > 0 || budgets === undefined) return faults;
  return optionFaults(budgets, budgetRules, under === '' ? 'budgets' : `${under}.budgets`);
}
