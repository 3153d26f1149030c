import { z } from 'zod';
import { integer, tokenAmount } from './json-value.js';

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
