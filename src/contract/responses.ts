import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ReceivedChainType, ReceivedStage } from './names.js';
import { type ResponseFormat, type ResponseFormatName, responseFormats } from './response-formats.js';

/** A member of a response. Each may be absent (practice): which are always present is not shown. */
interface FieldBasics {
  /** What it is, in the words of section 2. */
  readonly meaning: string;
  /** Its form, its unit and what null means, with the source. */
  readonly note?: string;
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
 * The rows below are the members of both responses, each with a docstring of its meaning, its note and its place. Types, schemas, documents, drift, generators, the patterns of matchers, the
 * placeholders of snapshots and the formats that checks expect are derived from them.
 */

/** The members of a token and its amount. */
const tokenAmountFields = {
  /**
   * Amount of the token. Practice: base units in decimal. Section 2.2, `amount`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  amount: {
    format: 'amount',
    meaning: 'Amount of the token.',
    note: 'Practice: base units in decimal.',
  },
  /**
   * Address of the token. Practice: of the source chain, or of the destination chain if the source chain does not know
   * it; empty is the native coin. Section 2.2, `tokenAddress`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  tokenAddress: {
    format: 'token',
    meaning: 'Address of the token.',
    note: 'Practice: of the source chain, or of the destination chain if the source chain does not know it; empty is the native coin.',
  },
} as const satisfies ResponseFields;

/** The members of an outgoing message. Section 2.2, `response.outMessages[]`. */
export const outMessageFields = {
  /**
   * Caller address. Practice: of the destination chain, 0x and 40 hex digits. Section 2.2,
   * `response.outMessages[].callerAddress`: docs/service-interface.md#22-simulation-response-json-object
   */
  callerAddress: {
    format: 'alphaAddress',
    meaning: 'Caller address.',
    note: 'Practice: of the destination chain, 0x and 40 hex digits.',
  },
  /**
   * Operation id. Practice: 0x and 64 hex digits. Section 2.2, `response.outMessages[].operationId`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  operationId: {
    format: 'operationId',
    meaning: 'Operation id.',
    note: 'Practice: 0x and 64 hex digits.',
    volatile: 'operation id',
  },
  /**
   * Payload. Practice: hex bytes, 0x for none. Section 2.2, `response.outMessages[].payload`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  payload: { format: 'hexBytes', meaning: 'Payload.', note: 'Practice: hex bytes, 0x for none.' },
  /**
   * Shards key, an integer here and a string in the request. Practice: a uint64, which may pass 2^53. Section 2.2,
   * `response.outMessages[].shardsKey`: docs/service-interface.md#22-simulation-response-json-object
   */
  shardsKey: {
    format: 'uint64',
    meaning: 'Shards key, an integer here and a string in the request.',
    note: 'Practice: a uint64, which may pass 2^53.',
  },
  /**
   * Target address. Practice: of the source chain, 48 characters or workchain:64 hex. Section 2.2,
   * `response.outMessages[].targetAddress`: docs/service-interface.md#22-simulation-response-json-object
   */
  targetAddress: {
    format: 'betaAddress',
    meaning: 'Target address.',
    note: 'Practice: of the source chain, 48 characters or workchain:64 hex.',
  },
  /**
   * Tokens burned. Assumption: null where there are none. Section 2.2, `response.outMessages[].tokensBurned`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  tokensBurned: {
    items: tokenAmountFields,
    nullable: true,
    meaning: 'Tokens burned.',
    note: 'Assumption: null where there are none.',
  },
  /**
   * Tokens locked. Assumption: null where there are none. Section 2.2, `response.outMessages[].tokensLocked`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  tokensLocked: {
    items: tokenAmountFields,
    nullable: true,
    meaning: 'Tokens locked.',
    note: 'Assumption: null where there are none.',
  },
} as const satisfies ResponseFields;

/** The members of a simulation's `response`. Section 2.2. */
export const simulationFields = {
  /**
   * Debug data. Assumption: null where there is none. Section 2.2, `response.debugInfo`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  debugInfo: {
    meaning: 'Debug data.',
    note: 'Assumption: null where there is none.',
    nullable: true,
    members: {
      /**
       * Block number. Practice: of the block that was simulated on; may pass 2^53. Section 2.2,
       * `response.debugInfo.blockNumber`: docs/service-interface.md#22-simulation-response-json-object
       */
      blockNumber: {
        format: 'uint64',
        meaning: 'Block number.',
        note: 'Practice: of the block that was simulated on; may pass 2^53.',
        volatile: 'block number',
      },
      /**
       * Call data. Practice: hex bytes. Section 2.2, `response.debugInfo.callData`:
       * docs/service-interface.md#22-simulation-response-json-object
       */
      // It contains the operation id, its bytes cost gas, and the fee is gas times price: all of them change together.
      callData: {
        format: 'callData',
        meaning: 'Call data.',
        note: 'Practice: hex bytes.',
        volatile: 'call data',
      },
      /**
       * Sender address. Practice: of the destination chain, 0x and 40 hex digits. Section 2.2,
       * `response.debugInfo.from`: docs/service-interface.md#22-simulation-response-json-object
       */
      from: {
        format: 'alphaAddress',
        meaning: 'Sender address.',
        note: 'Practice: of the destination chain, 0x and 40 hex digits.',
      },
      /**
       * Recipient address. Practice: of the destination chain, 0x and 40 hex digits. Section 2.2,
       * `response.debugInfo.to`: docs/service-interface.md#22-simulation-response-json-object
       */
      to: {
        format: 'alphaAddress',
        meaning: 'Recipient address.',
        note: 'Practice: of the destination chain, 0x and 40 hex digits.',
      },
    },
  },
  /**
   * Estimated gas. Practice: in units of gas; may pass 2^53. Section 2.2, `response.estimatedGas`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  estimatedGas: {
    format: 'uint64',
    meaning: 'Estimated gas.',
    note: 'Practice: in units of gas; may pass 2^53.',
    volatile: 'gas',
  },
  /**
   * Estimated fee amount in the fee asset. Practice: base units in decimal. Section 2.2,
   * `response.estimatedJettonFeeAmount`: docs/service-interface.md#22-simulation-response-json-object
   */
  estimatedJettonFeeAmount: {
    format: 'amount',
    meaning: 'Estimated fee amount in the fee asset.',
    note: 'Practice: base units in decimal.',
    volatile: 'fee',
  },
  /**
   * Fee parameters. Assumption: null where there are none. Section 2.2, `response.feeParams`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  feeParams: {
    meaning: 'Fee parameters.',
    note: 'Assumption: null where there are none.',
    nullable: true,
    members: {
      /**
       * Current base fee. Practice: base units per gas, in decimal. Section 2.2, `response.feeParams.currentBaseFee`:
       * docs/service-interface.md#22-simulation-response-json-object
       */
      currentBaseFee: {
        format: 'amount',
        meaning: 'Current base fee.',
        note: 'Practice: base units per gas, in decimal.',
        volatile: 'gas price',
      },
      /**
       * Whether the fee model is of the EIP-1559 kind. Section 2.2, `response.feeParams.isEip1559`:
       * docs/service-interface.md#22-simulation-response-json-object
       */
      isEip1559: { format: 'boolean', meaning: 'Whether the fee model is of the EIP-1559 kind.' },
      /**
       * Suggested gas price. Practice: base units per gas, in decimal. Section 2.2,
       * `response.feeParams.suggestedGasPrice`: docs/service-interface.md#22-simulation-response-json-object
       */
      suggestedGasPrice: {
        format: 'amount',
        meaning: 'Suggested gas price.',
        note: 'Practice: base units per gas, in decimal.',
        volatile: 'gas price',
      },
      /**
       * Suggested gas tip. Practice: base units per gas, in decimal. Section 2.2, `response.feeParams.suggestedGasTip`:
       * docs/service-interface.md#22-simulation-response-json-object
       */
      suggestedGasTip: {
        format: 'amount',
        meaning: 'Suggested gas tip.',
        note: 'Practice: base units per gas, in decimal.',
        volatile: 'gas price',
      },
    },
  },
  /**
   * Message text. Section 2.2, `response.message`: docs/service-interface.md#22-simulation-response-json-object
   */
  message: { format: 'text', meaning: 'Message text.' },
  /**
   * Outgoing messages produced by the simulated call. Practice: null where it only bridges. Section 2.2,
   * `response.outMessages`: docs/service-interface.md#22-simulation-response-json-object
   */
  outMessages: {
    items: outMessageFields,
    nullable: true,
    meaning: 'Outgoing messages produced by the simulated call.',
    note: 'Practice: null where it only bridges.',
  },
  /**
   * Error text of the simulation. Section 2.2, `response.simulationError`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  simulationError: { format: 'text', meaning: 'Error text of the simulation.' },
  /**
   * Simulation verdict; false comes with status 200 (section 7). Section 2.2, `response.simulationStatus`:
   * docs/service-interface.md#22-simulation-response-json-object
   */
  simulationStatus: {
    format: 'boolean',
    meaning: 'Simulation verdict; false comes with status 200 (section 7).',
  },
} as const satisfies ResponseFields;

/** The members of the note about an operation. Section 2.3, `response.note`. */
export const noteFields = {
  /**
   * Note content. Section 2.3, `response.note.content`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  content: { format: 'text', meaning: 'Note content.' },
  /**
   * Name of an error. Practice: such as NotEnoughGas. Section 2.3, `response.note.errorName`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  errorName: { format: 'text', meaning: 'Name of an error.', note: 'Practice: such as NotEnoughGas.' },
  /**
   * Internal error in bytes form. Practice: hex bytes. Section 2.3, `response.note.internalBytesError`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  internalBytesError: {
    format: 'hexBytes',
    meaning: 'Internal error in bytes form.',
    note: 'Practice: hex bytes.',
  },
  /**
   * Internal message. Section 2.3, `response.note.internalMsg`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  internalMsg: { format: 'text', meaning: 'Internal message.' },
} as const satisfies ResponseFields;

/** The members of a transaction related to an operation. Section 2.3, `response.transactions[]`. */
export const transactionFields = {
  /**
   * Chain type, of whose allowed values only that of the destination chain is shown. The others are a convention of the
   * deployment, blockchainTypes. Section 2.3, `response.transactions[].blockchainType`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  blockchainType: {
    format: 'chainType',
    meaning: 'Chain type, of whose allowed values only that of the destination chain is shown.',
    note: 'The others are a convention of the deployment, blockchainTypes.',
  },
  /**
   * Transaction hash. Practice: 64 hex digits, with or without 0x, or base64, as its chain writes it. Section 2.3,
   * `response.transactions[].hash`: docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  hash: {
    format: 'transactionHash',
    meaning: 'Transaction hash.',
    note: 'Practice: 64 hex digits, with or without 0x, or base64, as its chain writes it.',
    volatile: 'transaction hash',
  },
} as const satisfies ResponseFields;

/** The members of a record of the observer. Section 2.3, `response`. */
export const inclusionFields = {
  /**
   * Note about the operation. Practice: null where there is none. Section 2.3, `response.note`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  note: {
    members: noteFields,
    nullable: true,
    meaning: 'Note about the operation.',
    note: 'Practice: null where there is none.',
  },
  /**
   * Stage of the operation, of whose allowed values only start is shown. The others, in their order, are a convention of
   * the deployment, stages. Section 2.3, `response.stage`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  stage: {
    format: 'stage',
    meaning: 'Stage of the operation, of whose allowed values only start is shown.',
    note: 'The others, in their order, are a convention of the deployment, stages.',
  },
  /**
   * Success flag. Practice: about the stage shown. Section 2.3, `response.success`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  success: { format: 'boolean', meaning: 'Success flag.', note: 'Practice: about the stage shown.' },
  /**
   * Timestamp, whose unit is not shown. Practice: unix seconds, unless the convention timestampUnit says milliseconds.
   * Section 2.3, `response.timestamp`: docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  timestamp: {
    format: 'timestamp',
    meaning: 'Timestamp, whose unit is not shown.',
    note: 'Practice: unix seconds, unless the convention timestampUnit says milliseconds.',
    volatile: 'timestamp',
  },
  /**
   * Related transactions. Practice: null where there are none. Section 2.3, `response.transactions`:
   * docs/service-interface.md#23-consensus-inclusion-response-json-object
   */
  transactions: {
    items: transactionFields,
    nullable: true,
    meaning: 'Related transactions.',
    note: 'Practice: null where there are none.',
  },
} as const satisfies ResponseFields;

// Schemas.

/** By the JSON type of a format: every integer is a bigint, because the parser returns it so. */
interface PrimitiveSchemas {
  readonly 'a boolean': z.ZodBoolean;
  readonly 'an integer': z.ZodBigInt;
  readonly 'a string': z.ZodString;
}

/** By the name of a format: texts of which some are known. */
interface NamedSchemas {
  readonly stage: z.ZodType<ReceivedStage>;
  readonly chainType: z.ZodType<ReceivedChainType>;
}

type SchemaOf<Field> = Field extends { readonly members: infer Members }
  ? ObjectSchema<Members>
  : Field extends { readonly items: infer Items }
    ? z.ZodArray<ObjectSchema<Items>>
    : Field extends { readonly format: infer Name extends ResponseFormatName }
      ? Name extends keyof NamedSchemas
        ? NamedSchemas[Name]
        : PrimitiveSchemas[(typeof responseFormats)[Name]['kind']]
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
    const description = [field.meaning, field.note].filter(Boolean).join(' ');
    return [name, schema.meta({ description }).optional()];
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

type TextMember<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { readonly format: 'text' } ? Name : never;
}[keyof Fields & string];

/** Returns the names of the members that are texts for people. */
export function textMembers<const Fields extends ResponseFields>(fields: Fields): TextMember<Fields>[] {
  const texts = Object.entries(fields).filter(([, field]) => formatOf(field) === responseFormats.text);
  return texts.map(([name]) => name as TextMember<Fields>);
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
