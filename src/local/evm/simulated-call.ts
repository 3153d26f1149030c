import type { Hex } from './destination-chain.js';
import type { RpcCall } from './json-rpc.js';
import type { RpcLog } from './layer-codec.js';
import type { RpcTransaction } from './transactions.js';

/** What a call that leaves no trace did, as JSON-RPC gives it. */
export interface SimulatedCall {
  readonly status: Hex;
  readonly returnData: Hex;
  readonly logs: readonly RpcLog[];
}

/** The JSON-RPC call that runs a call on the state after a block. */
export function simulatedCall(call: RpcTransaction, block: Hex): RpcCall {
  return ['eth_simulateV1', { blockStateCalls: [{ calls: [call] }] }, block];
}

/** Reads the answer to {@link simulatedCall}. */
export function readSimulatedCall(answer: unknown): SimulatedCall {
  const [block] = answer as [{ readonly calls: [SimulatedCall] }];
  return block.calls[0];
}
