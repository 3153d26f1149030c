import { z } from 'zod';
import { endpointNameSchema } from '../corpus/case-plan-schema.js';
import type { Signature } from './finding.js';
import { findingId } from './signature.js';

/** A signature in a file. */
export const signatureSchema = z.strictObject({
  check: z.string(),
  endpoint: endpointNameSchema,
  path: z.string(),
  class: z.string(),
}) satisfies z.ZodType<Signature>;

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
