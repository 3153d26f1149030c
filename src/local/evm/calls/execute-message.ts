import type { Execution, Hex, InMessage } from '../destination-chain.js';
import type { Engine } from '../engine/engine.js';
import { decodeOutMessages, encodeExecuteProven } from '../layer/layer-codec.js';
import { executionError } from './execution-error.js';
import { explainRevert } from './explain-revert.js';
import { intrinsicGas } from './intrinsic-gas.js';
import type { RevertReader } from './revert-text.js';

/** What an execution is made on. */
interface ExecutionContext {
  readonly engine: Engine;
  readonly layer: Hex;
  readonly executor: Hex;
  readonly revertText: RevertReader;
}

/** A message with all that proves it. */
interface ProvenMessage {
  readonly message: InMessage;
  readonly epoch: bigint;
  readonly proof: readonly Hex[];
  /** A limit. Default: as much as a transaction may use. */
  readonly gas?: bigint | undefined;
}

/** Executes a message on the chain with a call of the layer, and decodes what became of it. */
export async function executeMessage(
  { engine, layer, executor, revertText }: ExecutionContext,
  { message, epoch, proof, gas }: ProvenMessage,
): Promise<Execution> {
  const data = encodeExecuteProven(message, epoch, proof);
  const call = { from: executor, to: layer, data };
  const { transactionHash, success, logs, failure } = await engine.send(
    gas === undefined ? call : { ...call, gas: limitOf(data, gas) },
  );
  if (!failure) return { transactionHash, success, outMessages: decodeOutMessages(layer, logs) };
  const { number } = await engine.head();
  const block: Hex = `0x${number.toString(16)}`;
  const error = await executionError(failure, (revert) =>
    explainRevert(engine, revertText, message, revert, block),
  );
  return { transactionHash, success, error, outMessages: [] };
}

function limitOf(data: Hex, gas: bigint): Hex {
  const least = intrinsicGas(data);
  return `0x${(gas < least ? least : gas).toString(16)}`;
}
