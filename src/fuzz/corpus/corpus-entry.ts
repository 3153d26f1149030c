import { z } from 'zod';
import { casePlanSchema } from '../../checks/case/case-plan.js';
import { countedKinds } from '../../checks/transport/request-kind.js';
import { integerWithin } from '../../local/shapes/number-shapes.js';
import { confidences, type Finding } from '../findings/finding.js';
import { assertIdOfSignature, findingIdSchema, signatureSchema } from '../findings/signature-schema.js';
import { isoDaySchema } from '../iso-day.js';

/** The case of an earlier finding, in a file of the corpus. */
export interface CorpusEntry
  extends Pick<Finding, 'id' | 'signature' | 'confidence' | 'message' | 'plan' | 'frequency'> {
  /** The reruns of a flaky finding. Absent in entries of 0.1. */
  readonly runs?: Finding['runs'] | undefined;
  /** The version of the format. */
  readonly 'crosscheck-corpus': 1;
  /**
   * The kind of answer that each request got when the finding was found: `success` or `failure` of a simulation, the stage of a
   * record, `answer` of a custom endpoint, otherwise `other`. Absent in entries of 0.1.
   */
  readonly answers?: readonly string[] | undefined;
  /** The day, as `2026-01-31`, in UTC. */
  readonly found: string;
}

/** The schema of an entry. Its output has the members in the order of files. */
export const corpusEntrySchema = z
  .strictObject({
    'crosscheck-corpus': z.literal(1, 'must be 1, the only version'),
    id: findingIdSchema,
    signature: signatureSchema,
    confidence: z.enum(confidences),
    runs: z.strictObject({ shown: integerWithin(0), of: integerWithin(0) }).optional(),
    frequency: z
      .strictObject({ shown: integerWithin(0), of: integerWithin(0), requests: z.enum(countedKinds) })
      .optional(),
    found: isoDaySchema,
    message: z.string(),
    plan: casePlanSchema,
    answers: z.array(z.string()).optional(),
  })
  .check(assertIdOfSignature) satisfies z.ZodType<CorpusEntry>;

/** Far more than the longest case needs. */
export const maxEntryBytes = 16 * 1024 * 1024;
