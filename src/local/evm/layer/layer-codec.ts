import * as AbiEvent from 'ox/AbiEvent';
import * as AbiFunction from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import { crossChainLayerAbi } from '../artifacts/cross-chain-layer.js';
import type { Hex, InMessage, OutboundMessage } from '../destination-chain.js';
import { leafHash } from './keccak256.js';

/** A log as JSON-RPC gives it. */
export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly [Hex, ...Hex[]];
  readonly data: Hex;
}

const execute = AbiFunction.fromAbi(crossChainLayerAbi, 'execute');
const executeProven = AbiFunction.fromAbi(crossChainLayerAbi, 'executeProven');
const voteForRoot = AbiFunction.fromAbi(crossChainLayerAbi, 'voteForRoot');
const rootOf = AbiFunction.fromAbi(crossChainLayerAbi, 'rootOf');
const isProven = AbiFunction.fromAbi(crossChainLayerAbi, 'isProven');
const withdrawRoot = AbiFunction.fromAbi(crossChainLayerAbi, 'withdrawRoot');
const setQuorum = AbiFunction.fromAbi(crossChainLayerAbi, 'setQuorum');
const outMessageSent = AbiEvent.fromAbi(crossChainLayerAbi, 'OutMessageSent');
const outMessageTopic = AbiEvent.getSelector(outMessageSent);

/** Calldata of the delivery that a simulation makes, on the executor's word alone. */
export function encodeExecute(message: InMessage): Hex {
  return AbiFunction.encodeData(execute, [layerMessage(message)]);
}

/** Calldata of a delivery that the root of an epoch proves. */
export function encodeExecuteProven(message: InMessage, epoch: bigint, proof: readonly Hex[]): Hex {
  return AbiFunction.encodeData(executeProven, [layerMessage(message), epoch, proof]);
}

/** Calldata of a validator's vote. */
export function encodeVote(epoch: bigint, root: Hex): Hex {
  return AbiFunction.encodeData(voteForRoot, [epoch, root]);
}

/** Calldata of the question for an epoch's root. */
export function encodeRootOf(epoch: bigint): Hex {
  return AbiFunction.encodeData(rootOf, [epoch]);
}

/** Calldata of the owner's order to take an epoch's root away. */
export function encodeWithdrawRoot(epoch: bigint): Hex {
  return AbiFunction.encodeData(withdrawRoot, [epoch]);
}

/** Calldata of the owner's order of how many votes a root needs. */
export function encodeSetQuorum(quorum: number): Hex {
  return AbiFunction.encodeData(setQuorum, [BigInt(quorum)]);
}

/** Calldata of the question whether a proof leads from a leaf to a root. */
export function encodeIsProven(leaf: Hex, proof: readonly Hex[], root: Hex): Hex {
  return AbiFunction.encodeData(isProven, [leaf, proof, root]);
}

/** The Merkle leaf of a message: `keccak256(keccak256(abi.encode(message)))`, as the layer's `leafOf` has it. */
export function leafOf(message: InMessage): Hex {
  return leafHash(AbiParameters.encode(execute.inputs, [layerMessage(message)]));
}

/** Reads the outgoing messages among the logs of an execution, in the order in which they were sent. */
export function decodeOutMessages(layer: Hex, logs: readonly RpcLog[]): OutboundMessage[] {
  return logs
    .filter(({ address, topics }) => topics[0] === outMessageTopic && address === layer.toLowerCase())
    .map((log) => {
      const { operationId, caller, message } = AbiEvent.decode(outMessageSent, {
        data: log.data,
        topics: [...log.topics],
      });
      const { burn, lock, ...rest } = message;
      return { operationId, caller, ...rest, burned: burn, locked: lock };
    });
}

function layerMessage({ executor, ...message }: InMessage): Omit<InMessage, 'executor'> {
  return message;
}
