import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Conventions, InclusionState } from './conventions.js';
import { unwrapped } from './schema-introspection.js';

/** A JSON integer, exact however many digits it has: the reader gives a bigint for every integer. */
export const integer = z.bigint();

/** An amount of one token, in the base units of that token, as a decimal string. */
export const tokenAmount = z.looseObject({
  /** Amount of the token. Sections 2.1 and 2.2, `amount`; base units are practice. */
  amount: z.string().optional(),
  /** Address of the token. Sections 2.1 and 2.2, `tokenAddress`; absent or empty is the native coin in practice. */
  tokenAddress: z.string().optional(),
});

const debugInfo = z.looseObject({
  /** Block number. Section 2.2, `response.debugInfo.blockNumber`. */
  blockNumber: integer.optional(),
  /** Call data. Section 2.2, `response.debugInfo.callData`. */
  callData: z.string().optional(),
  /** Sender address. Section 2.2, `response.debugInfo.from`. */
  from: z.string().optional(),
  /** Recipient address. Section 2.2, `response.debugInfo.to`. */
  to: z.string().optional(),
});

const feeParams = z.looseObject({
  /** Current base fee. Section 2.2, `response.feeParams.currentBaseFee`. */
  currentBaseFee: z.string().optional(),
  /** Whether the fee model is of the EIP-1559 kind. Section 2.2, `response.feeParams.isEip1559`. */
  isEip1559: z.boolean().optional(),
  /** Suggested gas price. Section 2.2, `response.feeParams.suggestedGasPrice`. */
  suggestedGasPrice: z.string().optional(),
  /** Suggested gas tip. Section 2.2, `response.feeParams.suggestedGasTip`. */
  suggestedGasTip: z.string().optional(),
});

const outMessage = z.looseObject({
  /** Caller address. Section 2.2, `response.outMessages[].callerAddress`. */
  callerAddress: z.string().optional(),
  /** Operation id. Section 2.2, `response.outMessages[].operationId`. */
  operationId: z.string().optional(),
  /** Payload. Section 2.2, `response.outMessages[].payload`. */
  payload: z.string().optional(),
  /** Shards key, an integer here and a string in the request. Section 2.2, `response.outMessages[].shardsKey`. */
  shardsKey: integer.optional(),
  /** Target address. Section 2.2, `response.outMessages[].targetAddress`. */
  targetAddress: z.string().optional(),
  /** Tokens burned. Section 2.2, `response.outMessages[].tokensBurned`. */
  tokensBurned: z.array(tokenAmount).nullable().optional(),
  /** Tokens locked. Section 2.2, `response.outMessages[].tokensLocked`. */
  tokensLocked: z.array(tokenAmount).nullable().optional(),
});

const simulation = z.looseObject({
  /** Debug data. Section 2.2, `response.debugInfo`. */
  debugInfo: debugInfo.nullable().optional(),
  /** Estimated gas. Section 2.2, `response.estimatedGas`. */
  estimatedGas: integer.optional(),
  /** Estimated fee amount in the fee asset. Section 2.2, `response.estimatedJettonFeeAmount`. */
  estimatedJettonFeeAmount: z.string().optional(),
  /** Fee parameters. Section 2.2, `response.feeParams`. */
  feeParams: feeParams.nullable().optional(),
  /** Message text. Section 2.2, `response.message`. */
  message: z.string().optional(),
  /** Outgoing messages produced by the simulated call. Section 2.2, `response.outMessages`. */
  outMessages: z.array(outMessage).nullable().optional(),
  /** Error text of the simulation. Section 2.2, `response.simulationError`. */
  simulationError: z.string().optional(),
  /** Simulation verdict. Section 2.2, `response.simulationStatus`. */
  simulationStatus: z.boolean().optional(),
});

/**
 * The body of a simulation's answer (section 2.2). Which fields are always present is not shown: each may be absent.
 * Objects and arrays may also be null, which stays apart from absent and from `[]` (practice for `outMessages`,
 * assumption for the others). Unknown members are kept.
 */
export const simulationResponseSchema = z.looseObject({
  /** The one top-level member. Section 2.2. */
  response: simulation,
});

/** The body of a simulation's answer, as {@link simulationResponseSchema} gives it. */
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
export type TokenAmount = z.output<typeof tokenAmount>;

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

/** Something in an answer that the interface does not show. It is kept and reported, never dropped. */
export interface Drift {
  /** `unknown-field`: a member of no section; `unknown-value`: an enumeration value that the deployment did not name. */
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where it stands, from the body's top: `response.outMessages[0].extra`. */
  readonly path: string;
  /** The value as it came. */
  readonly value: unknown;
}

/** Lists the members of a body that its schema does not name, each once, in document order. */
export function unknownFields(schema: z.ZodType, body: unknown): Drift[] {
  const found: Drift[] = [];
  collect(schema, body, '', found);
  return found;
}

/** Lists the stages and chain types of a record (neutral names) that the deployment's conventions do not name. */
export function unknownValues(state: InclusionState, { stages, blockchainTypes }: Conventions): Drift[] {
  const found: Drift[] = [];
  const note = (known: readonly string[], value: string | undefined, path: string): void => {
    if (value !== undefined && known.length > 0 && !known.includes(value))
      found.push({ kind: 'unknown-value', path, value });
  };
  note(stages, state.stage, 'response.stage');
  for (const [index, transaction] of (state.transactions ?? []).entries()) {
    note(blockchainTypes, transaction.blockchainType, `response.transactions[${index}].blockchainType`);
  }
  return found;
}

function collect(schema: z.ZodType, value: unknown, path: string, found: Drift[]): void {
  if (value === null || typeof value !== 'object') return;
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collect(type.element as z.ZodType, item, `${path}[${index}]`, found);
  }
  if (!(type instanceof z.ZodObject)) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(type.shape, name) ? (type.shape[name] as z.ZodType) : undefined;
    if (known) collect(known, member, memberPath, found);
    else found.push({ kind: 'unknown-field', path: memberPath, value: member });
  }
}

/**
 * Copies a JSON value with every snake_case member name turned into camelCase (`estimated_gas` becomes
 * `estimatedGas`). Of two names that become one, the one that is camelCase already stays, so ask
 * {@link disagreeingMembers} first.
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
 * Finds two members of one object whose names differ in nothing but the case of their letters and in underscores
 * (`simulationStatus` and `simulation_status`), and whose values differ. Whichever a reader takes, another reader may take
 * the other one. Names are case-sensitive (section 2), so such a pair with equal values is no more than an unknown member.
 *
 * @returns The paths of the first pair; undefined when there is none.
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
  for (const [name, member] of Object.entries(value)) {
    const folded = name.replaceAll('_', '').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined && !isDeepStrictEqual(value[other], member)) return [pathOf(other), pathOf(name)];
    seen.set(folded, name);
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

/** The names below a member of an answer: none below a single value, those of its items below a list. */
export type MemberNames = 'value' | readonly [MemberNames] | { readonly [name: string]: MemberNames };

const tokens = [{ amount: 'value', tokenAddress: 'value' }] as const;

/** The members of an outgoing message. Section 2.2, `response.outMessages[]`. Apart from the schemas, which load zod. */
export const outMessageNames = {
  callerAddress: 'value',
  operationId: 'value',
  payload: 'value',
  shardsKey: 'value',
  targetAddress: 'value',
  tokensBurned: tokens,
  tokensLocked: tokens,
} as const satisfies MemberNames;

/** The members of a simulation's `response`. Section 2.2. */
export const simulationNames = {
  debugInfo: { blockNumber: 'value', callData: 'value', from: 'value', to: 'value' },
  estimatedGas: 'value',
  estimatedJettonFeeAmount: 'value',
  feeParams: {
    currentBaseFee: 'value',
    isEip1559: 'value',
    suggestedGasPrice: 'value',
    suggestedGasTip: 'value',
  },
  message: 'value',
  outMessages: [outMessageNames],
  simulationError: 'value',
  simulationStatus: 'value',
} as const satisfies MemberNames;

/** The members of the note about an operation. Section 2.3, `response.note`. */
export const noteNames = {
  content: 'value',
  errorName: 'value',
  internalBytesError: 'value',
  internalMsg: 'value',
} as const satisfies MemberNames;

/** The members of a transaction related to an operation. Section 2.3, `response.transactions[]`. */
export const transactionNames = { blockchainType: 'value', hash: 'value' } as const satisfies MemberNames;
