import { z } from 'zod';
import { recordingVersion } from './taped-exchange.js';

const bodyShape = {
  json: z.unknown().optional(),
  text: z.string().optional(),
  base64: z.base64().optional(),
};

/** What the file of a recording holds. */
export const recordingSchema = z.strictObject({
  'crosscheck-recording': z.literal(recordingVersion),
  deployments: z.array(z.string()),
  exchanges: z.array(
    z.strictObject({
      request: z.strictObject({
        deployment: z.string().optional(),
        server: z.enum(['simulator', 'observer']).optional(),
        method: z.string(),
        path: z.string(),
        query: z.string().optional(),
        digest: z.string().optional(),
        ...bodyShape,
      }),
      waitedMs: z.record(z.string().regex(/^\d+$/), z.int().min(0)).optional(),
      answers: z
        .array(
          z.strictObject({
            times: z.int().min(1).optional(),
            wait: z.int().min(0).optional(),
            status: z.int().min(100).max(999).optional(),
            headers: z.record(z.string(), z.string()).optional(),
            ...bodyShape,
            failure: z
              .union([
                z.enum(['given up', 'too large']),
                z.strictObject({ code: z.string().optional(), message: z.string() }),
              ])
              .optional(),
          }),
        )
        .min(1, 'must have one answer at least'),
    }),
  ),
});
