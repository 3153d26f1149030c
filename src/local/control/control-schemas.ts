import { z } from 'zod';
import { hookNames } from '../faults/fault.js';
import { type AppliedFault, endpointSchema, faultNames, faultRuleSchema } from '../faults/fault-rule.js';
import { knownFaults } from '../faults/known-faults.js';
import type { ChainClock, EpochRoot, InclusionProof } from '../local-control.js';
import type { ServedDeployment } from '../server/read-request.js';
import { createRequestCheck } from '../server/request-check.js';
import { integerWithin } from '../shapes/number-shapes.js';
import { operationIdSchema } from '../shapes/operation-id-schema.js';
import { createWireNames } from '../wire-names.js';
import { executionErrorNames } from './execution-error-names.js';
import type { WireOperation } from './wire-operation.js';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
const unixMs = z.number().describe('Unix time in milliseconds');
const note = z.looseObject({
  content: z.string().optional(),
  errorName: z.string().optional(),
  internalBytesError: z.string().optional(),
  internalMsg: z.string().optional(),
});

/** The two ways between the chains. */
export const directionSchema = z.enum(['outbound', 'inbound']);

/** An integer within bounds, as a parameter writes it. */
export function integerText(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(integerWithin(min, max));
}

/** What a clock answers. */
export const clockSchema = z.strictObject({
  now: unixMs,
  isFrozen: z.boolean(),
}) satisfies z.ZodType<ChainClock>;

/** The root of an epoch. */
export const epochRootSchema = z.strictObject({
  direction: directionSchema,
  epoch: z.int(),
  root: hex,
  messages: z.int(),
  state: z.enum(['collected', 'set', 'missed', 'withdrawn']),
  endedAtMs: unixMs,
}) satisfies z.ZodType<EpochRoot>;

/** The Merkle proof of a message. */
export const proofSchema = z.strictObject({
  operationId: operationIdSchema,
  direction: directionSchema,
  epoch: z.int(),
  leaf: hex,
  proof: z.array(hex),
  root: hex,
  isProven: z.boolean(),
  isRootSet: z.boolean(),
}) satisfies z.ZodType<InclusionProof>;

/** A fault or an interceptor that is set. */
export const appliedFaultSchema = faultRuleSchema.extend({
  faultId: z.string(),
  fault: z.enum([...faultNames, 'interceptor']),
  name: z.string().optional(),
  triggered: z.int(),
}) satisfies z.ZodType<AppliedFault>;

/** A fault that can be set. */
export const knownFaultSchema = z.strictObject({
  fault: z.enum(knownFaults.map(({ fault }) => fault)),
  summary: z.string(),
  changes: z.enum(hookNames),
  endpoints: z.array(endpointSchema),
  defaultMs: z.number().nullable().optional(),
});

/** How an execution is to fail. */
export const executionFailureSchema = z.strictObject({ errorName: z.enum(executionErrorNames).optional() });

/** The schemas of what a deployment writes with names of its own. */
export function wireSchemas(served: ServedDeployment) {
  const { chains, conventions } = served;
  const names = createWireNames(served);
  const stage = z.enum(names.stages);
  const request = createRequestCheck(chains, conventions).schema;
  const transaction = z.strictObject({ blockchainType: z.string(), hash: hex });
  const operation: z.ZodType<WireOperation> = z.strictObject({
    operationId: operationIdSchema,
    request,
    stage,
    success: z.boolean(),
    note: note.nullable(),
    transactions: z.array(transaction),
    history: z.array(z.strictObject({ stage, success: z.boolean(), atMs: unixMs })),
    epochs: z.array(z.strictObject({ direction: directionSchema, epoch: z.int() })),
  });
  return { stage, request, operation };
}
