import { z } from 'zod';
import { integer } from './json-value.js';

const note = z.looseObject({
  /** Note content. Section 2.3, `response.note.content`. */
  content: z.string().optional(),
  /** Name of an error. Section 2.3, `response.note.errorName`. */
  errorName: z.string().optional(),
  /** Internal error in bytes form. Section 2.3, `response.note.internalBytesError`. */
  internalBytesError: z.string().optional(),
  /** Internal message. Section 2.3, `response.note.internalMsg`. */
  internalMsg: z.string().optional(),
});

const transaction = z.looseObject({
  /** Chain type, an enumeration of which only the destination chain's is shown. Section 2.3, `blockchainType`. */
  blockchainType: z.string().optional(),
  /** Transaction hash. Section 2.3, `response.transactions[].hash`. */
  hash: z.string().optional(),
});

const inclusion = z.looseObject({
  /** Note about the operation. Section 2.3, `response.note`; null in practice where there is none. */
  note: note.nullable().optional(),
  /** Stage of the operation, an enumeration of which only `start` is shown. Section 2.3, `response.stage`. */
  stage: z.string().optional(),
  /** Success flag; in practice about the stage shown. Section 2.3, `response.success`. */
  success: z.boolean().optional(),
  /** Timestamp; its unit is not shown, see `timestampUnit`. Section 2.3, `response.timestamp`. */
  timestamp: integer.optional(),
  /** Related transactions. Section 2.3, `response.transactions`; null in practice where there is none. */
  transactions: z.array(transaction).nullable().optional(),
});

/**
 * The body of the observer's answer (section 2.3). Each field may be absent; objects and arrays may also be null,
 * which stays apart from absent and from `[]` (practice). Unknown members are kept.
 */
export const inclusionResponseSchema = z.looseObject({
  /** The one top-level member. Section 2.3. */
  response: inclusion,
});

/** The body of the observer's answer, as {@link inclusionResponseSchema} gives it. */
export type InclusionResponse = z.output<typeof inclusionResponseSchema>;
/** A transaction related to an operation. Section 2.3, `response.transactions[]`. */
export type InclusionTransaction = z.output<typeof transaction>;
/** The note about an operation. Section 2.3, `response.note`. */
export type InclusionNote = z.output<typeof note>;
