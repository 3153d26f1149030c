import { z } from 'zod';
import { strictObject } from '../../internal/options.js';
import { assertIdOfSignature, findingSchema, frequencySchema } from '../findings/finding.js';
import { isoDaySchema } from '../iso-day.js';

const { id, signature, confidence, runs, message, plan } = findingSchema.shape;

/** The schema of an entry. Its output has the members in the order of files. */
export const corpusEntrySchema = strictObject({
  /** The version of the format. */
  'crosscheck-corpus': z.literal(1, 'must be 1, the only version'),
  id,
  signature,
  confidence,
  /** The reruns of a flaky finding. Absent in entries of 0.1. */
  runs: runs.unwrap().strict().readonly().optional(),
  frequency: frequencySchema.omit({ times: true }).strict().readonly().optional(),
  /** The day, as `2026-01-31`, in UTC. */
  found: isoDaySchema,
  message,
  plan,
  /**
   * The kind of answer that each request got when the finding was found: `success` or `failure` of a simulation, the stage of a
   * record, `answer` of a custom endpoint, otherwise `other`. Absent in entries of 0.1.
   */
  answers: z.array(z.string()).readonly().optional(),
}).check(assertIdOfSignature);

/** The case of an earlier finding, in a file of the corpus. */
export interface CorpusEntry extends Readonly<z.output<typeof corpusEntrySchema>> {}

/** Far more than the longest case needs. */
export const maxEntryBytes = 16 * 1024 * 1024;
