import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { unwrapped } from '../internal/schema-introspection.js';

/** A JSON integer of any size: the parser returns every integer as a bigint. */
const integer = z.bigint();

/** A uint64, as EVMs and shards use. The bound is a power of two, which every JSON parser reads exactly. */
const uint64 = integer.meta({ minimum: 0, exclusiveMaximum: 2 ** 64 });

/**
 * Defines an object that keeps unknown members. Its type has only the known ones, so that a misspelt member is a type
 * error; `result.drift` lists the others with their values.
 */
function looseObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/** An optional member with a description for documents. */
function member<Schema extends z.ZodType>(schema: Schema, description: string): z.ZodOptional<Schema> {
  return schema.meta({ description }).optional();
}

/** A token and its amount. */
export const tokenAmountSchema = looseObject({
  /** Amount of the token: base units as decimal text (practice). Section 2.2, `amount`. */
  amount: member(z.string(), 'Amount of the token; base units in decimal in practice.'),
  /** Address of the token; empty is the native coin (practice). Section 2.2, `tokenAddress`. */
  tokenAddress: member(z.string(), 'Address of the token.'),
});

const debugInfo = looseObject({
  /** Number of the block that was simulated on; may pass 2^53 (practice). Section 2.2, `response.debugInfo.blockNumber`. */
  blockNumber: member(uint64, 'Block number; may pass 2^53 (practice).'),
  /** Call data: `0x` and hex digits (practice). Section 2.2, `response.debugInfo.callData`. */
  callData: member(z.string(), 'Call data.'),
  /** Sender address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.debugInfo.from`. */
  from: member(z.string(), 'Sender address.'),
  /** Recipient address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.debugInfo.to`. */
  to: member(z.string(), 'Recipient address.'),
});

const feeParams = looseObject({
  /** Current base fee: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.currentBaseFee`. */
  currentBaseFee: member(z.string(), 'Current base fee.'),
  /** Whether the fee model is of the EIP-1559 kind. Section 2.2, `response.feeParams.isEip1559`. */
  isEip1559: member(z.boolean(), 'Whether the fee model is of the EIP-1559 kind.'),
  /** Suggested gas price: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.suggestedGasPrice`. */
  suggestedGasPrice: member(z.string(), 'Suggested gas price.'),
  /** Suggested gas tip: base units per gas as decimal text (practice). Section 2.2, `response.feeParams.suggestedGasTip`. */
  suggestedGasTip: member(z.string(), 'Suggested gas tip.'),
});

const outMessage = looseObject({
  /** Caller address, on the destination chain: `0x` and 40 hex digits (practice). Section 2.2, `response.outMessages[].callerAddress`. */
  callerAddress: member(z.string(), 'Caller address.'),
  /** Operation id: `0x` and 64 hex digits (practice). Section 2.2, `response.outMessages[].operationId`. */
  operationId: member(z.string(), 'Operation id.'),
  /** Payload: `0x` and hex digits (practice). Section 2.2, `response.outMessages[].payload`. */
  payload: member(z.string(), 'Payload.'),
  /** Shards key, an integer here and a text in the request; may pass 2^53. Section 2.2, `response.outMessages[].shardsKey`. */
  shardsKey: member(
    uint64,
    'Shards key, an integer here and a string in the request; may pass 2^53 (practice).',
  ),
  /** Target address, on the source chain (practice). Section 2.2, `response.outMessages[].targetAddress`. */
  targetAddress: member(z.string(), 'Target address.'),
  /** Tokens burned, each with its amount; null where there are none. Section 2.2, `response.outMessages[].tokensBurned`. */
  tokensBurned: member(z.array(tokenAmountSchema).nullable(), 'Tokens burned.'),
  /** Tokens locked, each with its amount; null where there are none. Section 2.2, `response.outMessages[].tokensLocked`. */
  tokensLocked: member(z.array(tokenAmountSchema).nullable(), 'Tokens locked.'),
});

const simulation = looseObject({
  /** Debug data. Section 2.2, `response.debugInfo`. */
  debugInfo: member(debugInfo.nullable(), 'Debug data.'),
  /** Estimated gas, in units of gas; may pass 2^53. Section 2.2, `response.estimatedGas`. */
  estimatedGas: member(uint64, 'Estimated gas; may pass 2^53 (practice).'),
  /** Estimated fee amount in the fee asset: base units as decimal text (practice). Section 2.2, `response.estimatedJettonFeeAmount`. */
  estimatedJettonFeeAmount: member(
    z.string(),
    'Estimated fee amount in the fee asset; base units in practice.',
  ),
  /** Fee parameters. Section 2.2, `response.feeParams`. */
  feeParams: member(feeParams.nullable(), 'Fee parameters.'),
  /** Message text. Section 2.2, `response.message`. */
  message: member(z.string(), 'Message text.'),
  /** Outgoing messages that the call would produce; null where it only bridges (practice). Section 2.2, `response.outMessages`. */
  outMessages: member(
    z.array(outMessage).nullable(),
    'Outgoing messages produced by the simulated call; null in practice when it only bridges.',
  ),
  /** Error text of the simulation. Section 2.2, `response.simulationError`. */
  simulationError: member(z.string(), 'Error text of the simulation.'),
  /** Simulation verdict; false comes with status 200 (section 7). Section 2.2, `response.simulationStatus`. */
  simulationStatus: member(z.boolean(), 'Simulation verdict; false comes with status 200 (section 7).'),
});

/**
 * The body of a simulation's answer (section 2.2). Which fields are always present is not shown: each may be absent.
 * Objects and arrays may also be null, which stays apart from absent and from `[]` (practice for `outMessages`,
 * assumption for the others). Members that the interface does not name are kept.
 */
export const simulationResponseSchema = looseObject({
  /** The one top-level member. Section 2.2. */
  response: simulation.meta({
    description: 'What the simulation says (section 2.2). Each member may be absent (practice).',
  }),
});

/** The output type of {@link simulationResponseSchema}. */
export type SimulationResponse = z.output<typeof simulationResponseSchema>;
/** What a simulation says: the member `response` of section 2.2. */
export type Simulation = z.output<typeof simulation>;
/** One outgoing message of a simulation. Section 2.2, `response.outMessages[]`. */
export type OutMessage = z.output<typeof outMessage>;
/** Fee parameters of a simulation. Section 2.2, `response.feeParams`. */
export type FeeParams = z.output<typeof feeParams>;
/** Debug data of a simulation. Section 2.2, `response.debugInfo`. */
export type DebugInfo = z.output<typeof debugInfo>;
/** A token and its amount. Section 2.2, `tokensBurned[]` and `tokensLocked[]`. */
export type TokenAmount = z.output<typeof tokenAmountSchema>;

const note = looseObject({
  /** Note content: text. Section 2.3, `response.note.content`. */
  content: member(z.string(), 'Note content.'),
  /** Name of an error, such as `NotEnoughGas` (practice). Section 2.3, `response.note.errorName`. */
  errorName: member(z.string(), 'Name of an error.'),
  /** Internal error in bytes form: `0x` and hex digits (practice). Section 2.3, `response.note.internalBytesError`. */
  internalBytesError: member(z.string(), 'Internal error in bytes form.'),
  /** Internal message: text. Section 2.3, `response.note.internalMsg`. */
  internalMsg: member(z.string(), 'Internal message.'),
});

const transaction = looseObject({
  /** Chain type, an enumeration of which only the destination chain's value is shown. Section 2.3, `blockchainType`. */
  blockchainType: member(
    z.string(),
    "Chain type. Of the allowed values only the destination chain's is shown; the others are a convention of the deployment.",
  ),
  /** Transaction hash: hex or base64 text, as its chain writes it (practice). Section 2.3, `response.transactions[].hash`. */
  hash: member(z.string(), 'Transaction hash.'),
});

const inclusion = looseObject({
  /** Note about the operation; null where there is none (practice). Section 2.3, `response.note`. */
  note: member(note.nullable(), 'Note about the operation; null in practice where there is none.'),
  /** Stage of the operation, an enumeration of which only `start` is shown. Section 2.3, `response.stage`. */
  stage: member(
    z.string(),
    'Stage of the operation. Of the allowed values only `start` is shown; the others, in their order, are a convention of the deployment.',
  ),
  /** Success flag, about the stage shown (practice). Section 2.3, `response.success`. */
  success: member(z.boolean(), 'Success flag; in practice about the stage shown.'),
  /** Timestamp, unix seconds unless the convention `timestampUnit` says milliseconds. Section 2.3, `response.timestamp`. */
  timestamp: member(integer, 'Timestamp; its unit is not shown.'),
  /** Related transactions; null where there are none (practice). Section 2.3, `response.transactions`. */
  transactions: member(
    z.array(transaction).nullable(),
    'Related transactions; null in practice where there are none.',
  ),
});

/**
 * The body of the observer's answer (section 2.3). Each field may be absent; objects and arrays may also be null,
 * which stays apart from absent and from `[]` (practice). Members that the interface does not name are kept.
 */
export const inclusionResponseSchema = looseObject({
  /** The one top-level member. Section 2.3. */
  response: inclusion.meta({
    description: 'What is known of the operation (section 2.3). Each member may be absent (practice).',
  }),
});

/** The output type of {@link inclusionResponseSchema}. */
export type InclusionResponse = z.output<typeof inclusionResponseSchema>;
/** A transaction related to an operation. Section 2.3, `response.transactions[]`. */
export type InclusionTransaction = z.output<typeof transaction>;
/** The note about an operation. Section 2.3, `response.note`. */
export type InclusionNote = z.output<typeof note>;

/** The response members whose documentation depends on the conventions. */
export const answerMembers = {
  tokenAmount: tokenAmountSchema.shape.amount,
  stage: inclusion.shape.stage,
  timestamp: inclusion.shape.timestamp,
  blockchainType: transaction.shape.blockchainType,
};

/** The kind of a primitive. */
type PrimitiveKind = 'a boolean' | 'an integer' | 'a string';

/** The member names below a response member: its kind for a primitive, one element for the items of a list. */
export type MemberNames = PrimitiveKind | readonly [MemberNames] | { readonly [name: string]: MemberNames };

/** The members of a simulation's `response`. Section 2.2. */
export const simulationNames = namesOf(simulation);
/** The members of an outgoing message. Section 2.2, `response.outMessages[]`. */
export const outMessageNames = namesOf(outMessage);
/** The members of a record of the observer. Section 2.3, `response`. */
export const inclusionNames = namesOf(inclusion);
/** The members of the note about an operation. Section 2.3, `response.note`. */
export const noteNames = namesOf(note);
/** The members of a transaction related to an operation. Section 2.3, `response.transactions[]`. */
export const transactionNames = namesOf(transaction);

function namesOf({ shape }: z.ZodObject): Readonly<Record<string, MemberNames>> {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, namesBelow(member)]));
}

function namesBelow(schema: z.core.$ZodType): MemberNames {
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray) return [namesBelow(type.element as z.ZodType)];
  if (type instanceof z.ZodObject) return namesOf(type);
  if (type instanceof z.ZodBoolean) return 'a boolean';
  return type instanceof z.ZodString ? 'a string' : 'an integer';
}

/**
 * Copies a JSON value with snake_case member names converted to camelCase (`estimated_gas` becomes `estimatedGas`). If
 * both spellings exist, keeps both unchanged; call {@link disagreeingMembers} first.
 */
export function camelCaseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseMembers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const camel = toCamelCase(name);
    return [camel !== name && Object.hasOwn(value, camel) ? name : camel, camelCaseMembers(member)];
  });
  return Object.fromEntries(entries);
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

function toCamelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
