import { z } from 'zod';
import { type BuiltInEndpointName, builtInEndpointNames } from '../../endpoint/built-in.js';
import { longestTimerMs } from '../../internal/clock.js';
import { suggestion } from '../../internal/closest.js';
import { choice, integer, number, type OptionIssue, optionIssues } from '../../internal/options.js';
import { operationIdSchema } from '../model/control-data.js';
import type { Fault } from './fault.js';
import { type FaultName, faultNames, faultsByName, knownFaults } from './known-faults.js';

/** An endpoint that a fault can be for. */
export const endpointSchema: z.ZodType<BuiltInEndpointName, BuiltInEndpointName> = choice(
  ...builtInEndpointNames,
);

const share = 'must be a number above 0, up to 1';

/** What limits a fault or an interceptor to some of the answers. */
export const ruleLimits = {
  /** The endpoint whose answers have the fault. Default: every endpoint that can have it. */
  endpoint: endpointSchema.optional(),
  /** Limits it to answers, and a fault also to epochs, with this operation. Never matches a simulation. Default: all operations. */
  operationId: operationIdSchema.optional(),
  /** The probability that it triggers, above 0 and up to 1. Each rule has its own random numbers, from the deployment's `seed`. Default: 1. */
  probability: z.number(share).gt(0, share).max(1, share).optional(),
  /** How many times it triggers before it is over. Default: no limit. */
  times: integer(1).optional(),
};

const faultRuleShape = {
  /** Its name; `faultNames` has them all. */
  fault: z.enum(faultNames, { error: ({ input }) => faultNameIssue(input) }) as z.ZodType<
    FaultName,
    FaultName
  >,
  ...ruleLimits,
  /** How long the fault takes, in milliseconds. Only for faults that take time; each has its own default. */
  ms: number(0, longestTimerMs).optional(),
};

/** A fault to set, each member validated by itself. Whether the members fit the fault is validated separately. */
export const faultRuleSchema = z.strictObject(faultRuleShape) as z.ZodObject<
  typeof faultRuleShape,
  z.core.$strict
>;

/**
 * A fault to inject into a local deployment. It triggers when a request, an answer or an epoch's consensus matches the rule,
 * a random number is below its probability, and there is something to change. Of the faults that change the same, only the
 * first that triggers has an effect. Source: practice, the faults seen.
 *
 * @example
 * await local.setFault({ fault: 'service-unavailable', endpoint: 'inclusion', times: 3 });
 * await local.setFault({ fault: 'delay', probability: 0.1, ms: 2_000 });
 */
export interface FaultRule extends Readonly<z.input<z.ZodObject<typeof faultRuleShape>>> {}

const appliedFaultShape = {
  ...faultRuleShape,
  faultId: z.string(),
  fault: z.enum([...faultNames, 'interceptor']) as z.ZodType<FaultName | 'interceptor'>,
  /** The name of an interceptor, if it has one. */
  name: z.string().optional(),
  /** How many times it has triggered. */
  triggered: z.int(),
};

export const appliedFaultSchema = z.strictObject(appliedFaultShape);

/** A fault or an interceptor that is set; also one that is over, until it is cleared. */
export interface AppliedFault extends Readonly<z.output<z.ZodObject<typeof appliedFaultShape>>> {}

function faultNameIssue(value: unknown): string {
  if (value === undefined) return 'is missing';
  return `must be the name of a fault${suggestion(value, faultNames, '; crosscheck serve --list-faults lists them')}`;
}

/** Returns the issues of a rule by path. Whether its members fit the fault is validated only if each is valid by itself. */
export function faultRuleIssues(rule: unknown, under = ''): OptionIssue[] {
  const at = (member: keyof FaultRule): string => (under === '' ? member : `${under}.${member}`);
  const memberIssues = optionIssues(faultRuleSchema, rule, under);
  if (memberIssues.length > 0) return memberIssues;
  const { fault, endpoint, operationId, ms } = rule as FaultRule;
  const { endpoints: possible, vote, defaultMs }: Fault = faultsByName[fault];
  const issues: OptionIssue[] = [];
  if (endpoint !== undefined && !possible.includes(endpoint))
    issues.push({ path: at('endpoint'), message: `cannot be ${endpoint}: ${whereOf(fault)}` });
  const concerned = endpoint === undefined ? possible : [endpoint];
  if (operationId !== undefined && vote === undefined && !concerned.includes('inclusion'))
    issues.push({ path: at('operationId'), message: 'must be absent: a simulation has no operation' });
  if (ms !== undefined && defaultMs === undefined)
    issues.push({
      path: at('ms'),
      message: `must be absent: ${fault} has no duration; ${timed.join(', ')} have one`,
    });
  return issues;
}

const timed = knownFaults.filter(({ defaultMs }) => defaultMs !== undefined).map(({ fault }) => fault);

function whereOf(fault: FaultName): string {
  const [only]: Fault['endpoints'] = faultsByName[fault].endpoints;
  return only === undefined
    ? `${fault} concerns the validators, and no endpoint`
    : `${fault} is one of ${only}`;
}
