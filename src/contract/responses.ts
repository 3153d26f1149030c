import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ResponseFormat, type ResponseFormatName, responseFormats } from './response-formats.js';

/** A member of a response. Each may be absent (practice): which are always present is not shown. */
interface FieldBasics {
  /** What it is, for documents. */
  readonly meaning: string;
  /** Whether it may also be null, which stays apart from absent and from `[]`. */
  readonly nullable?: true;
  /** The placeholder that stands for its value in snapshots, because it changes between runs. */
  readonly volatile?: string;
}

/** A text, an integer or a boolean. */
interface PrimitiveField extends FieldBasics {
  readonly format: ResponseFormatName;
}

interface ObjectField extends FieldBasics {
  readonly members: ResponseFields;
}

/** A list of objects. */
interface ListField extends FieldBasics {
  readonly items: ResponseFields;
}

/** A member of a response. */
export type ResponseField = PrimitiveField | ObjectField | ListField;

/** The members of an object of a response. */
export type ResponseFields = Readonly<Record<string, ResponseField>>;

/*
 * The rows below are the members of both responses. Types, schemas, documents, drift, generators, the patterns of matchers, the
 * placeholders of snapshots and the formats that checks expect are derived from them.
 */

/** The members of a token and its amount. */
const tokenAmountFields = {
  /** Amount of the token: base units as decimal text (practice). Section 2.2, `amount`. */
  amount: { format: 'amount', meaning: 'Amount of the token; base units in decimal in practice.' },
  /** Address of the token; empty is the native coin (practice). Section 2.2, `tokenAddress`. */
  tokenAddress: { format: 'token', meaning: 'Address of the token.' },
} as const satisfies ResponseFields;

/** The members of an outgoing message. Section 2.2, `response.outMessages[]`. */
export const outMessageFields = {
  /** Caller address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.outMessages[].callerAddress`. */
  callerAddress: { format: 'alphaAddress', meaning: 'Caller address.' },
  /** Operation id: `0x` and 64 hex digits (practice). Section 2.2, `response.outMessages[].operationId`. */
  operationId: { format: 'operationId', meaning: 'Operation id.', volatile: 'operation id' },
  /** Payload: `0x` and hex digits (practice). Section 2.2, `response.outMessages[].payload`. */
  payload: { format: 'hexBytes', meaning: 'Payload.' },
  /** Shards key, an integer here and a text in the request; may pass 2^53. Section 2.2, `response.outMessages[].shardsKey`. */
  shardsKey: {
    format: 'uint64',
    meaning: 'Shards key, an integer here and a string in the request; may pass 2^53 (practice).',
  },
  /** Target address, on the source chain (practice). Section 2.2, `response.outMessages[].targetAddress`. */
  targetAddress: { format: 'betaAddress', meaning: 'Target address.' },
  /** Tokens burned, each with its amount; null where there are none. Section 2.2, `response.outMessages[].tokensBurned`. */
  tokensBurned: { items: tokenAmountFields, nullable: true, meaning: 'Tokens burned.' },
  /** Tokens locked, each with its amount; null where there are none. Section 2.2, `response.outMessages[].tokensLocked`. */
  tokensLocked: { items: tokenAmountFields, nullable: true, meaning: 'Tokens locked.' },
} as const satisfies ResponseFields;

/** The members of a simulation's `response`. Section 2.2. */
export const simulationFields = {
  /** Debug data. Section 2.2, `response.debugInfo`. */
  debugInfo: {
    meaning: 'Debug data.',
    nullable: true,
    members: {
      /** Number of the block that was simulated on; may pass 2^53 (practice). Section 2.2, `response.debugInfo.blockNumber`. */
      blockNumber: {
        format: 'uint64',
        meaning: 'Block number; may pass 2^53 (practice).',
        volatile: 'block number',
      },
      /** Call data: `0x` and hex digits (practice). Section 2.2, `response.debugInfo.callData`. */
      // It contains the operation id, its bytes cost gas, and the fee is gas times price: all of them change together.
      callData: { format: 'callData', meaning: 'Call data.', volatile: 'call data' },
      /** Sender address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.debugInfo.from`. */
      from: { format: 'alphaAddress', meaning: 'Sender address.' },
      /** Recipient address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.debugInfo.to`. */
      to: { format: 'alphaAddress', meaning: 'Recipient address.' },
    },
  },
  /** Estimated gas, in units of gas; may pass 2^53. Section 2.2, `response.estimatedGas`. */
  estimatedGas: {
    format: 'uint64',
    meaning: 'Estimated gas; may pass 2^53 (practice).',
    volatile: 'gas',
  },
  /** Estimated fee amount in the fee asset: base units as decimal text (practice). Section 2.2, `response.estimatedJettonFeeAmount`. */
  estimatedJettonFeeAmount: {
    format: 'amount',
    meaning: 'Estimated fee amount in the fee asset; base units in practice.',
    volatile: 'fee',
  },
  /** Fee parameters. Section 2.2, `response.feeParams`. */
  feeParams: {
    meaning: 'Fee parameters.',
    nullable: true,
    members: {
      /** Current base fee: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.currentBaseFee`. */
      currentBaseFee: { format: 'amount', meaning: 'Current base fee.', volatile: 'gas price' },
      /** Whether the fee model is of the EIP-1559 kind. Section 2.2, `response.feeParams.isEip1559`. */
      isEip1559: { format: 'boolean', meaning: 'Whether the fee model is of the EIP-1559 kind.' },
      /** Suggested gas price: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.suggestedGasPrice`. */
      suggestedGasPrice: { format: 'amount', meaning: 'Suggested gas price.', volatile: 'gas price' },
      /** Suggested gas tip: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.suggestedGasTip`. */
      suggestedGasTip: { format: 'amount', meaning: 'Suggested gas tip.', volatile: 'gas price' },
    },
  },
  /** Message text. Section 2.2, `response.message`. */
  message: { format: 'text', meaning: 'Message text.' },
  /** Outgoing messages that the call would produce; null where it only bridges (practice). Section 2.2, `response.outMessages`. */
  outMessages: {
    items: outMessageFields,
    nullable: true,
    meaning: 'Outgoing messages produced by the simulated call; null in practice when it only bridges.',
  },
  /** Error text of the simulation. Section 2.2, `response.simulationError`. */
  simulationError: { format: 'text', meaning: 'Error text of the simulation.' },
  /** Simulation verdict; false comes with status 200 (section 7). Section 2.2, `response.simulationStatus`. */
  simulationStatus: {
    format: 'boolean',
    meaning: 'Simulation verdict; false comes with status 200 (section 7).',
  },
} as const satisfies ResponseFields;

/** The members of the note about an operation. Section 2.3, `response.note`. */
export const noteFields = {
  /** Note content: text. Section 2.3, `response.note.content`. */
  content: { format: 'text', meaning: 'Note content.' },
  /** Name of an error, such as `NotEnoughGas` (practice). Section 2.3, `response.note.errorName`. */
  errorName: { format: 'text', meaning: 'Name of an error.' },
  /** Internal error in bytes form: `0x` and hex digits (practice). Section 2.3, `response.note.internalBytesError`. */
  internalBytesError: { format: 'hexBytes', meaning: 'Internal error in bytes form.' },
  /** Internal message: text. Section 2.3, `response.note.internalMsg`. */
  internalMsg: { format: 'text', meaning: 'Internal message.' },
} as const satisfies ResponseFields;

/** The members of a transaction related to an operation. Section 2.3, `response.transactions[]`. */
export const transactionFields = {
  /** Chain type, an enumeration of which only the destination chain's value is shown. Section 2.3, `blockchainType`. */
  blockchainType: {
    format: 'text',
    meaning:
      "Chain type. Of the allowed values only the destination chain's is shown; the others are a convention of the deployment.",
  },
  /** Transaction hash: hex or base64 text, as its chain writes it (practice). Section 2.3, `response.transactions[].hash`. */
  hash: { format: 'transactionHash', meaning: 'Transaction hash.', volatile: 'transaction hash' },
} as const satisfies ResponseFields;

/** The members of a record of the observer. Section 2.3, `response`. */
export const inclusionFields = {
  /** Note about the operation; null where there is none (practice). Section 2.3, `response.note`. */
  note: {
    members: noteFields,
    nullable: true,
    meaning: 'Note about the operation; null in practice where there is none.',
  },
  /** Stage of the operation, an enumeration of which only `start` is shown. Section 2.3, `response.stage`. */
  stage: {
    format: 'text',
    meaning:
      'Stage of the operation. Of the allowed values only `start` is shown; the others, in their order, are a convention of the deployment.',
  },
  /** Success flag, about the stage shown (practice). Section 2.3, `response.success`. */
  success: { format: 'boolean', meaning: 'Success flag; in practice about the stage shown.' },
  /** Timestamp, unix seconds unless the convention `timestampUnit` says milliseconds. Section 2.3, `response.timestamp`. */
  timestamp: { format: 'timestamp', meaning: 'Timestamp; its unit is not shown.', volatile: 'timestamp' },
  /** Related transactions; null where there are none (practice). Section 2.3, `response.transactions`. */
  transactions: {
    items: transactionFields,
    nullable: true,
    meaning: 'Related transactions; null in practice where there are none.',
  },
} as const satisfies ResponseFields;

// Schemas.

/** By the JSON type of a format: every integer is a bigint, because the parser returns it so. */
interface PrimitiveSchemas {
  readonly 'a boolean': z.ZodBoolean;
  readonly 'an integer': z.ZodBigInt;
  readonly 'a string': z.ZodString;
}

type SchemaOf<Field> = Field extends { readonly members: infer Members }
  ? ObjectSchema<Members>
  : Field extends { readonly items: infer Items }
    ? z.ZodArray<ObjectSchema<Items>>
    : Field extends { readonly format: infer Name extends ResponseFormatName }
      ? PrimitiveSchemas[(typeof responseFormats)[Name]['kind']]
      : never;
type MemberSchema<Field> = z.ZodOptional<
  Field extends { readonly nullable: true } ? z.ZodNullable<SchemaOf<Field>> : SchemaOf<Field>
>;
/** Its type has only the known members, so that a misspelt one is a type error; `result.drift` lists the others. */
type ObjectSchema<Fields> = z.ZodObject<
  { -readonly [Name in keyof Fields]: MemberSchema<Fields[Name]> },
  z.core.$strip
>;

/** Fields that two lists share have one schema. */
const objectSchemas = new Map<ResponseFields, z.ZodType>();

/** Returns the schema of an object, which keeps unknown members. */
function objectSchema<const Fields extends ResponseFields>(fields: Fields): ObjectSchema<Fields> {
  const known = objectSchemas.get(fields);
  if (known !== undefined) return known as ObjectSchema<Fields>;
  const shape = Object.entries(fields).map(([name, field]) => {
    const schema = field.nullable ? valueSchema(field).nullable() : valueSchema(field);
    return [name, schema.meta({ description: field.meaning }).optional()];
  });
  const schema = z.looseObject(Object.fromEntries(shape)) as unknown as ObjectSchema<Fields>;
  objectSchemas.set(fields, schema);
  return schema;
}

function valueSchema(field: ResponseField): z.ZodType {
  if ('members' in field) return objectSchema(field.members);
  if ('items' in field) return z.array(objectSchema(field.items));
  switch (responseFormats[field.format].kind) {
    case 'a boolean':
      return z.boolean();
    case 'a string':
      return z.string();
  }
  // A uint64, as EVMs and shards use. The bound is a power of two, which every JSON parser reads exactly.
  return field.format === 'uint64' ? z.bigint().meta({ minimum: 0, exclusiveMaximum: 2 ** 64 }) : z.bigint();
}

/** A token and its amount. */
export const tokenAmountSchema = objectSchema(tokenAmountFields);
const outMessage = objectSchema(outMessageFields);
const simulation = objectSchema(simulationFields);
export const noteSchema = objectSchema(noteFields);
export const transactionSchema = objectSchema(transactionFields);
const inclusion = objectSchema(inclusionFields);

/**
 * The body of a simulation's answer (section 2.2). Which fields are always present is not shown: each may be absent.
 * Objects and arrays may also be null, which stays apart from absent and from `[]` (practice for `outMessages`,
 * assumption for the others). Members that the interface does not name are kept.
 */
export const simulationResponseSchema = responseSchema(
  simulation.meta({
    description: 'What the simulation says (section 2.2). Each member may be absent (practice).',
  }),
);

/**
 * The body of the observer's answer (section 2.3). Each field may be absent; objects and arrays may also be null,
 * which stays apart from absent and from `[]` (practice). Members that the interface does not name are kept.
 */
export const inclusionResponseSchema = responseSchema(
  inclusion.meta({
    description: 'What is known of the operation (section 2.3). Each member may be absent (practice).',
  }),
);

/** The members that an extension declares for the objects of answers, with their names on the wire. */
type AnswerShapes = {
  readonly [Object in 'simulationResponse' | 'outMessage' | 'inclusionResponse']?: Readonly<
    Record<string, z.ZodType>
  >;
};

/** Returns the schemas of both bodies with the members that a deployment has beyond the interface. */
export function extendedResponseSchemas({
  simulationResponse,
  outMessage: ofMessage = {},
  inclusionResponse = {},
}: AnswerShapes): {
  readonly simulate: typeof simulationResponseSchema;
  readonly inclusion: typeof inclusionResponseSchema;
} {
  const isEmpty = (shape: object): boolean => Object.keys(shape).length === 0;
  const { outMessages } = simulation.shape;
  const messages = isEmpty(ofMessage)
    ? {}
    : {
        outMessages: z
          .array(outMessage.extend(ofMessage))
          .nullable()
          .meta(outMessages.meta() ?? {})
          .optional(),
      };
  const simulationShape = { ...messages, ...simulationResponse };
  return {
    simulate: isEmpty(simulationShape)
      ? simulationResponseSchema
      : (responseSchema(simulation.extend(simulationShape)) as unknown as typeof simulationResponseSchema),
    inclusion: isEmpty(inclusionResponse)
      ? inclusionResponseSchema
      : (responseSchema(inclusion.extend(inclusionResponse)) as unknown as typeof inclusionResponseSchema),
  };
}

/** A body with the one top-level member that the interface shows. Sections 2.2 and 2.3. */
function responseSchema<Response extends z.ZodType>(
  response: Response,
): z.ZodObject<{ response: Response }, z.core.$strip> {
  return z.looseObject({ response }) as unknown as z.ZodObject<{ response: Response }, z.core.$strip>;
}

/** The output type of {@link simulationResponseSchema}. */
export type SimulationResponse = z.output<typeof simulationResponseSchema>;
/** What a simulation says: the member `response` of section 2.2. */
export type Simulation = z.output<typeof simulation>;
/** One outgoing message of a simulation. Section 2.2, `response.outMessages[]`. */
export type OutMessage = z.output<typeof outMessage>;
/** Fee parameters of a simulation. Section 2.2, `response.feeParams`. */
export type FeeParams = NonNullable<Simulation['feeParams']>;
/** Debug data of a simulation. Section 2.2, `response.debugInfo`. */
export type DebugInfo = NonNullable<Simulation['debugInfo']>;
/** A token and its amount. Section 2.2, `tokensBurned[]` and `tokensLocked[]`. */
export type TokenAmount = z.output<typeof tokenAmountSchema>;
/** The output type of {@link inclusionResponseSchema}. */
export type InclusionResponse = z.output<typeof inclusionResponseSchema>;
/** A transaction related to an operation. Section 2.3, `response.transactions[]`. */
export type InclusionTransaction = z.output<typeof transactionSchema>;
/** The note about an operation. Section 2.3, `response.note`. */
export type InclusionNote = z.output<typeof noteSchema>;

/** The response members whose documentation depends on the conventions. */
export const answerMembers = {
  tokenAmount: tokenAmountSchema.shape.amount,
  stage: inclusion.shape.stage,
  timestamp: inclusion.shape.timestamp,
  blockchainType: transactionSchema.shape.blockchainType,
};

// Rows.

/** Returns the format of a primitive; undefined for objects and lists. */
export function formatOf(field: ResponseField): ResponseFormat | undefined {
  return 'format' in field ? responseFormats[field.format] : undefined;
}

/** Returns the fields of an object, or of the items of a list; undefined for a primitive. */
export function fieldsBelow(field: ResponseField): ResponseFields | undefined {
  if ('members' in field) return field.members;
  return 'items' in field ? field.items : undefined;
}

/** Returns the rows of an object with those of all objects and lists below it. */
export function rowsOf(fields: ResponseFields): (readonly [name: string, field: ResponseField])[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [name, field] as const,
    ...rowsOf(fieldsBelow(field) ?? {}),
  ]);
}

/**
 * Finds two members of one object whose names differ only in letter case and underscores (`simulationStatus` and
 * `simulation_status`) and whose values differ, so that readers may disagree. Names are case-sensitive (section 2), so
 * a pair with equal values is just an unknown member.
 *
 * @returns The paths of the first pair; undefined if there is none.
 */
export function disagreeingMembers(value: unknown, path = ''): readonly [string, string] | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = disagreeingMembers(item, `${path}[${index}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const seen = new Map<string, string>();
  for (const name of Object.keys(value)) {
    const member = value[name];
    const folded = (name.includes('_') ? name.replaceAll('_', '') : name).toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined && !isDeepStrictEqual(value[other], member)) return [pathOf(other), pathOf(name)];
    seen.set(folded, name);
    if (!isObject(member)) continue;
    const found = disagreeingMembers(member, pathOf(name));
    if (found) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
