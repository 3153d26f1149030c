import * as AbiError from 'ox/AbiError';
import type { ExecutionErrorName } from '../../contract/error-names.js';
import { crossChainLayerAbi } from './artifacts.js';
import { type Hex, quantity } from './json-rpc.js';
import { decodeOutMessages, encodeExecuteProven, type InMessage, type OutboundMessage } from './layer.js';
import type { NodeChain } from './node-chain.js';
import { explainRevert, type RevertReader } from './revert-text.js';

/** The result of a message that was executed on the destination chain. */
export interface Execution {
  readonly transactionHash: Hex;
  readonly success: boolean;
  readonly error?: ExecutionError | undefined;
  readonly outMessages: readonly OutboundMessage[];
}

/** Why an execution failed. */
interface ExecutionError {
  /** The revert, decoded. */
  readonly text: string;
  /** The revert data. */
  readonly data: Hex;
  /** The name of the error in a note (section 2.3). Source: practice. */
  readonly errorName: ExecutionErrorName;
}

interface ExecutionContext {
  readonly chain: NodeChain;
  readonly layer: Hex;
  /** Who delivers the message. */
  readonly executor: Hex;
  readonly revertText: RevertReader;
}

/** A message that the root of an epoch proves. */
interface ProvenMessage {
  readonly message: InMessage;
  readonly epoch: bigint;
  readonly proof: readonly Hex[];
  /** The gas limit. Default: as much as a transaction may use. */
  readonly gas?: bigint | undefined;
}

/** Executes a message on the chain through the layer, and decodes the result. */
export async function executeMessage(
  { chain, layer, executor, revertText }: ExecutionContext,
  { message, epoch, proof, gas }: ProvenMessage,
): Promise<Execution> {
  const data = encodeExecuteProven(message, epoch, proof);
  const limit = gas === undefined ? {} : { gas: quantity(atLeast(intrinsicGas(data), gas)) };
  const sent = await chain.send({ from: executor, to: layer, data, ...limit });
  const { transactionHash, success, logs, failure } = sent;
  if (!failure) return { transactionHash, success, outMessages: decodeOutMessages(layer, logs) };
  const failed = (text: string, errorName: ExecutionErrorName): Execution => ({
    transactionHash,
    success,
    error: { text, data: failure.data, errorName },
    outMessages: [],
  });
  if (failure.isOutOfGas) return failed('out of gas', 'NotEnoughGas');
  const { number } = await chain.head();
  const text = await explainRevert(chain, revertText, message, failure.data, quantity(number));
  return failed(text, nameBySelector.get(failure.data.slice(0, 10)) ?? 'ProxyCallError');
}

const nameOf: Record<string, ExecutionErrorName> = {
  AlreadyExecuted: 'MessageAlreadyProcessed',
  InvalidMerkleProof: 'InvalidMerkleProof',
  RootNotSet: 'InvalidMerkleProof',
  UnknownToken: 'TokenNotExist',
  TargetOutOfGas: 'NotEnoughGas',
};
const nameBySelector = new Map<string, ExecutionErrorName | undefined>(
  crossChainLayerAbi
    .filter((item) => item.type === 'error')
    .map((error) => [AbiError.getSelector(error), nameOf[error.name]]),
);

/** The gas that the chain requires of a call with this data before it runs it (EIP-2028, and the floor of EIP-7623). */
function intrinsicGas(data: Hex): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex');
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  // The floor is above the price of the data itself, which is 4 for each token.
  const tokens = zeros + 4 * (bytes.length - zeros);
  return 21_000n + 10n * BigInt(tokens);
}

function atLeast(minimum: bigint, value: bigint): bigint {
  return value < minimum ? minimum : value;
}
