import { z } from 'zod';
import { longestTimerMs } from '../../internal/clock.js';
import { closest } from '../../internal/closest.js';
import { choice, integer, number } from '../../internal/options.js';
import { faultNames } from '../faults/fault-names.js';
import type { FaultRule } from '../faults/fault-rule.js';
import { operationIdSchema } from './operation-id-schema.js';

/** An operation of the service that a fault can be for. */
export const endpointSchema = choice('simulate', 'inclusion');

const share = 'must be a number above 0, up to 1';

/** A fault to set, as its parts go; whether the fault can be what they ask for is another question. */
export const faultRuleSchema = z.strictObject({
  fault: z.enum(faultNames, { error: ({ input }) => faultIssue(input) }),
  endpoint: endpointSchema.optional(),
  operationId: operationIdSchema.optional(),
  probability: z.number(share).gt(0, share).max(1, share).optional(),
  times: integer(1).optional(),
  ms: number(0, longestTimerMs).optional(),
}) satisfies z.ZodType<FaultRule>;

function faultIssue(value: unknown): string {
  if (value === undefined) return 'is missing';
  const near = typeof value === 'string' ? closest(value, faultNames) : undefined;
  return `must be the name of a fault${near === undefined ? '; crosscheck serve --list-faults lists them' : `; did you mean ${near}?`}`;
}
