import { z } from 'zod';
import { isoDaySchema } from '../iso-day.js';
import {
  assertIdOfSignature,
  conditionSchema,
  findingIdSchema,
  signatureSchema,
} from './signature-schema.js';

const knownFindingSchema = z
  .strictObject({
    id: findingIdSchema,
    /** The signature of the id, for readers. */
    signature: signatureSchema.optional(),
    /** Only requests that meet it are known. Default: all. */
    condition: conditionSchema.optional(),
    /** Why it is accepted. */
    reason: z.string().optional(),
    /** The last day on which it counts, in UTC. Default: no limit. */
    expires: isoDaySchema.optional(),
  })
  .check(assertIdOfSignature);

/** The content of a baseline: known findings, which do not fail a campaign. */
export const baselineSchema = z.strictObject({
  'crosscheck-baseline': z.literal(1, 'must be 1, the only version'),
  known: z.array(knownFindingSchema).check(({ value, issues }) => {
    const ids = value.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) < index)
        issues.push({ code: 'custom', input: id, path: [index, 'id'], message: 'must occur once' });
    }
  }),
});

/** A known finding. */
export type KnownFinding = z.infer<typeof knownFindingSchema>;
