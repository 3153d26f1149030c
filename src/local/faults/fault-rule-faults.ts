import { longestTimerMs } from '../../internal/clock.js';
import { closest } from '../../internal/closest.js';
import {
  integerFrom,
  numberFrom,
  type OptionFault,
  type OptionRule,
  optionFaults,
} from '../../internal/options.js';
import { faultKinds } from './fault-kinds.js';
import { type FaultName, faultNames } from './fault-names.js';
import type { FaultRule } from './fault-rule.js';
import { knownFaults } from './known-faults.js';

const endpoints = ['simulate', 'inclusion'] as const;
const operationIdShape = /^0x[0-9a-f]{64}$/i;

const rules: Record<keyof FaultRule, OptionRule> = {
  fault: (value) => (isFaultName(value) ? undefined : `must be the name of a fault${meant(value)}`),
  endpoint: (value) =>
    endpoints.some((known) => known === value) ? undefined : `must be ${endpoints.join(' or ')}`,
  operationId: (value) =>
    typeof value === 'string' && operationIdShape.test(value) ? undefined : 'must be 0x and 64 hex digits',
  probability: (value) =>
    typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'must be a number above 0, up to 1',
  times: integerFrom(1),
  ms: numberFrom(0, longestTimerMs),
};

/**
 * Says what is wrong with a rule, by the paths of its members: each of them for itself, then whether the fault can be
 * what the rule asks for.
 */
export function faultRuleFaults(rule: unknown, under = ''): OptionFault[] {
  const at = (member: keyof FaultRule): string => (under === '' ? member : `${under}.${member}`);
  const faults = optionFaults(rule as object, rules, under);
  if (faults.length > 0) return faults;
  const { fault, endpoint, operationId, ms } = rule as Partial<FaultRule>;
  if (fault === undefined) return [{ path: at('fault'), message: 'is missing' }];
  const { endpoints: possible, family, defaultMs } = faultKinds[fault];
  const found: OptionFault[] = [];
  if (endpoint !== undefined && !possible.includes(endpoint))
    found.push({ path: at('endpoint'), message: `cannot be ${endpoint}: ${whereOf(fault)}` });
  const asked = endpoint === undefined ? possible : [endpoint];
  if (operationId !== undefined && family !== 'consensus' && !asked.includes('inclusion'))
    found.push({ path: at('operationId'), message: 'must be absent: a simulation concerns no operation' });
  if (ms !== undefined && defaultMs === undefined)
    found.push({ path: at('ms'), message: `must be absent: ${fault} takes no time; ${timed.join(', ')} do` });
  return found;
}

const timed = knownFaults.filter(({ defaultMs }) => defaultMs !== undefined).map(({ fault }) => fault);

function whereOf(fault: FaultName): string {
  const [only] = faultKinds[fault].endpoints;
  return only === undefined
    ? `${fault} concerns the validators, and no endpoint`
    : `${fault} is one of ${only}`;
}

function isFaultName(value: unknown): value is FaultName {
  return faultNames.some((name) => name === value);
}

function meant(value: unknown): string {
  const near = typeof value === 'string' ? closest(value, faultNames) : undefined;
  return near === undefined ? '; crosscheck serve --list-faults lists them' : `; did you mean ${near}?`;
}
