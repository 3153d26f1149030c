import { z } from 'zod';
import { type BuiltInEndpointName, builtInEndpointNames } from '../../endpoint/built-in.js';
import { longestTimerMs } from '../../internal/clock.js';
import { closest } from '../../internal/closest.js';
import { choice, integer, number } from '../../internal/options.js';
import { operationIdSchema } from '../shapes/operation-id-schema.js';
import { type FaultName, faultNames } from './fault-names.js';

/** An endpoint that a fault can be for. */
export const endpointSchema: z.ZodType<BuiltInEndpointName, BuiltInEndpointName> = choice(
  ...builtInEndpointNames,
);

const share = 'must be a number above 0, up to 1';

export const faultRuleShape = {
  /** Its name; `faultNames` has them all. */
  fault: z.enum(faultNames, { error: ({ input }) => faultIssue(input) }) as z.ZodType<FaultName, FaultName>,
  /** Default: each that can have the fault. */
  endpoint: endpointSchema.optional(),
  /** Only answers and epochs with this operation. Simulations concern none. Default: all. */
  operationId: operationIdSchema.optional(),
  /** Above 0, up to 1; each rule has draws of its own, from the deployment's `seed`. Default: 1. */
  probability: z.number(share).gt(0, share).max(1, share).optional(),
  /** How often it strikes until it is over. Default: without end. */
  times: integer(1).optional(),
  /** How long it takes, in milliseconds; only of faults that take time, each of which has its own default. */
  ms: number(0, longestTimerMs).optional(),
};

/** A fault to set, as its parts go; whether the fault can be what they ask for is another question. */
export const faultRuleSchema = z.strictObject(faultRuleShape) as z.ZodObject<
  typeof faultRuleShape,
  z.core.$strict
>;

/**
 * A fault that a local deployment shall have. It strikes when it concerns a request, its answer or an epoch's consensus,
 * its probability is drawn, which it is each time, and there is something to spoil. Of the rules of one family the first that
 * was set and strikes is the one; those of different families add up. Source: practice, the families of faults seen.
 *
 * @example
 * await local.setFault({ fault: 'service-unavailable', endpoint: 'inclusion', times: 3 });
 * await local.setFault({ fault: 'delay', probability: 0.1, ms: 2_000 });
 */
export interface FaultRule extends Readonly<z.input<z.ZodObject<typeof faultRuleShape>>> {}

/** A fault that is set, or over and not cleared yet. */
export interface AppliedFault extends FaultRule {
  readonly faultId: string;
  /** How often it has struck. */
  readonly strikes: number;
}

function faultIssue(value: unknown): string {
  if (value === undefined) return 'is missing';
  const near = typeof value === 'string' ? closest(value, faultNames) : undefined;
  return `must be the name of a fault${near === undefined ? '; crosscheck serve --list-faults lists them' : `; did you mean ${near}?`}`;
}
