import { z } from 'zod';
import { longestTimerMs } from '../../internal/clock.js';
import { faultNames } from '../faults/fault-names.js';
import type { FaultRule } from '../faults/fault-rule.js';
import { integerWithin } from './number-shapes.js';
import { operationIdSchema } from './operation-id-schema.js';

/** An operation of the service that a fault can be for. */
export const endpointSchema = z.enum(['simulate', 'inclusion']);

/** A fault to set, as its parts go; whether the fault can be what they ask for is another question. */
export const faultRuleSchema = z.strictObject({
  fault: z.enum(faultNames),
  endpoint: endpointSchema.optional(),
  operationId: operationIdSchema.optional(),
  probability: z.number().gt(0).max(1).optional(),
  times: integerWithin(1).optional(),
  ms: z.number().min(0).max(longestTimerMs).optional(),
}) satisfies z.ZodType<FaultRule>;
