import { z } from 'zod';
import { errorNamesInPractice } from '../../contract/error-names.js';
import { formats } from '../../contract/formats.js';
import type { NeutralStage, Stage as SpelledStage } from '../../contract/names.js';
import { type inclusionFields, noteSchema, transactionSchema } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { integer } from '../../internal/options.js';

/*
 * What a control takes and returns, each declared once: as the schema with which the control API is validated and
 * described, and as the type of the handle. The chains use the types too. Only an operation has names of its deployment on the wire; see `WireNames`.
 */

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
const unixMs = z.number().describe('Unix time in milliseconds');

/** An operation id, also with upper-case digits. Source: practice. */
export const operationIdSchema = z
  .string()
  .regex(new RegExp(formats.operationId.pattern), 'must be 0x and 64 hex digits');

/** Returns the form in which an id was given to an operation. */
export function canonicalOperationId(operationId: string): string {
  return operationId.toLowerCase();
}

/** Thrown when no operation has an id. The control API answers 404. */
export class UnknownOperationError extends UsageError {
  constructor(operationId: string) {
    super(`There is no operation ${operationId}`);
  }
}

/** The stages of an operation. Source: practice. */
export type Stage = NeutralStage;

/** The direction of a message, seen from the source chain: `outbound` to the destination chain, `inbound` back to the source chain. */
export type Direction = 'outbound' | 'inbound';

export const directionSchema = z.enum(['outbound', 'inbound']) satisfies z.ZodType<Direction>;

const chainClockShape = {
  /** Unix time in milliseconds. */
  now: unixMs,
  isFrozen: z.boolean(),
};

export const chainClockSchema = z.strictObject(chainClockShape);

/** The time of the source chain. */
export interface ChainClock extends Readonly<z.output<z.ZodObject<typeof chainClockShape>>> {}

const executionFailureShape = {
  /** Default: `ProxyCallError`. Source: practice. */
  errorName: z.enum(errorNamesInPractice).optional(),
};

export const executionFailureSchema = z.strictObject(executionFailureShape);

/** The error with which an execution fails. */
export interface ExecutionFailure extends Readonly<z.output<z.ZodObject<typeof executionFailureShape>>> {}

export const defaultLimit = 100;
const maxLimit = 1000;

/** Maximum length of the text of a page of a list. A single item, which may contain a whole body, can be longer. */
const maxPageText = 4 * 1024 * 1024;

/**
 * Returns the first items of a list for one answer: until there are as many as asked for, or their text is too long.
 *
 * @param limit - Default: no limit of their number.
 */
export function pageOf<Item>(
  list: Iterable<Item>,
  limit = Number.POSITIVE_INFINITY,
): { readonly items: Item[]; readonly isComplete: boolean } {
  const items: Item[] = [];
  let length = 0;
  for (const item of list) {
    length += JSON.stringify(item).length;
    if (items.length === limit || (length > maxPageText && items.length > 0))
      return { items, isComplete: false };
    items.push(item);
  }
  return { items, isComplete: true };
}

export const operationsQueryShape = {
  /** Default: 100. At most 1,000. */
  limit: integer(1, maxLimit),
  /** Limits the list to operations submitted before this one. */
  before: operationIdSchema,
};

/** The filter of a list of operations. */
export interface OperationsQuery
  extends Readonly<z.input<ReturnType<z.ZodObject<typeof operationsQueryShape>['partial']>>> {
  /** With its neutral name, or as the deployment spells it. */
  readonly stage?: SpelledStage | undefined;
}

/** An operation has what its record shows, except the timestamp. */
type ShownOfRecord = Record<string, z.ZodType> &
  Record<Exclude<keyof typeof inclusionFields, 'timestamp'>, z.ZodType>;

/** Returns the members of an operation, whose stages and request have the names of a deployment, or neutral ones. */
function operationShape<Name extends string, Request>(stage: z.ZodType<Name>, request: z.ZodType<Request>) {
  return {
    operationId: operationIdSchema,
    request,
    stage,
    success: z.boolean(),
    note: noteSchema.nullable(),
    transactions: z.array(transactionSchema).readonly(),
    /** Each change of stage or success, oldest first; `atMs` is unix time in milliseconds. */
    history: z.array(z.strictObject({ stage, success: z.boolean(), atMs: unixMs }).readonly()).readonly(),
    /** The epochs whose trees contain a message of the operation. */
    epochs: z.array(z.strictObject({ direction: directionSchema, epoch: z.int() }).readonly()).readonly(),
  } satisfies ShownOfRecord;
}

type OperationOf<Name extends string, Request> = Readonly<
  z.output<z.ZodObject<ReturnType<typeof operationShape<Name, Request>>>>
>;

/** An operation with its history. */
export interface LocalOperation extends OperationOf<Stage, LooseSimulationRequest> {}

/** An operation with the names of a deployment. */
export interface WireOperation extends OperationOf<string, Record<string, unknown>> {}

/** Returns the schema of an operation on the wire: stages and requests have the names of a deployment. */
export function operationSchema(
  stage: z.ZodType<string>,
  request: z.ZodType<Record<string, unknown>>,
): z.ZodType<WireOperation> {
  return z.strictObject(operationShape(stage, request));
}

const epochRootShape = {
  direction: directionSchema,
  epoch: z.int(),
  root: hex,
  /** How many messages the tree has. */
  messages: z.int(),
  /** `collected`: no quorum yet; `missed`: its quorum was missed, its messages went to a later epoch. */
  state: z.enum(['collected', 'set', 'missed', 'withdrawn']),
  /** When the epoch ended, unix time in milliseconds. */
  endedAtMs: unixMs,
};

export const epochRootSchema = z.strictObject(epochRootShape);

/** The Merkle root of an epoch. */
export interface EpochRoot extends Readonly<z.output<z.ZodObject<typeof epochRootShape>>> {}

const inclusionProofShape = {
  operationId: operationIdSchema,
  direction: directionSchema,
  epoch: z.int(),
  leaf: hex,
  /** The siblings of the leaf's path, from the leaf up. */
  proof: z.array(hex).readonly(),
  root: hex,
  /** Whether the contract on the EVM accepts the proof from the leaf to the root. */
  isProven: z.boolean(),
  /** Whether the root is set on the chain that verifies it. */
  isRootSet: z.boolean(),
};

export const inclusionProofSchema = z.strictObject(inclusionProofShape);

/** The proof that a message is in the tree of an epoch. */
export interface InclusionProof extends Readonly<z.output<z.ZodObject<typeof inclusionProofShape>>> {}
