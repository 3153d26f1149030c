import { type OptionIssue, optionIssues } from '../../internal/options.js';
import { faultKinds } from './fault-kinds.js';
import type { FaultName } from './fault-names.js';
import type { FaultRule } from './fault-rule.js';
import { faultRuleSchema } from './fault-rule.js';
import { knownFaults } from './known-faults.js';

/**
 * Returns the issues of a rule by the paths of its members: first each member by itself, then whether they fit the fault.
 */
export function faultRuleIssues(rule: unknown, under = ''): OptionIssue[] {
  const at = (member: keyof FaultRule): string => (under === '' ? member : `${under}.${member}`);
  const faults = optionIssues(faultRuleSchema, rule, under);
  if (faults.length > 0) return faults;
  const { fault, endpoint, operationId, ms } = rule as FaultRule;
  const { endpoints: possible, family, defaultMs } = faultKinds[fault];
  const found: OptionIssue[] = [];
  if (endpoint !== undefined && !possible.includes(endpoint))
    found.push({ path: at('endpoint'), message: `cannot be ${endpoint}: ${whereOf(fault)}` });
  const asked = endpoint === undefined ? possible : [endpoint];
  if (operationId !== undefined && family !== 'consensus' && !asked.includes('inclusion'))
    found.push({ path: at('operationId'), message: 'must be absent: a simulation has no operation' });
  if (ms !== undefined && defaultMs === undefined)
    found.push({
      path: at('ms'),
      message: `must be absent: ${fault} has no duration; ${timed.join(', ')} have one`,
    });
  return found;
}

const timed = knownFaults.filter(({ defaultMs }) => defaultMs !== undefined).map(({ fault }) => fault);

function whereOf(fault: FaultName): string {
  const [only] = faultKinds[fault].endpoints;
  return only === undefined
    ? `${fault} concerns the validators, and no endpoint`
    : `${fault} is one of ${only}`;
}
