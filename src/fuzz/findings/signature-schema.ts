import { z } from 'zod';
import { endpointNameSchema } from '../../checks/case/case-plan.js';
import type { Signature } from './finding.js';
import type { FindingCondition } from './finding-condition.js';
import { findingId } from './signature.js';

/** A signature in a file. */
export const signatureSchema = z.strictObject({
  check: z.string(),
  endpoint: endpointNameSchema,
  path: z.string(),
  class: z.string(),
  condition: z.string().optional(),
}) satisfies z.ZodType<Signature>;

/** A condition in a file. */
export const conditionSchema = z.strictObject({
  set: z.array(z.string()).readonly(),
  absent: z.array(z.string()).readonly(),
}) satisfies z.ZodType<FindingCondition>;

/** The id of a finding. */
export const findingIdSchema = z
  .string()
  .regex(/^[a-z]+(?:-[a-z0-9]+)*-[0-9a-f]{10}$/, 'must be a check and ten hex digits: schema-1f3a9c2b40');

/** Rejects an id that belongs to another signature, which would mislead readers. */
export function assertIdOfSignature(
  context: z.core.ParsePayload<{ readonly id: string; readonly signature?: Signature | undefined }>,
): void {
  const { id, signature } = context.value;
  if (signature === undefined || findingId(signature) === id) return;
  context.issues.push({
    code: 'custom',
    input: id,
    path: ['id'],
    message: `must be ${findingId(signature)}, by its signature`,
  });
}
