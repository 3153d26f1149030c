import type { Hex, StateOverrides } from '../destination-chain.js';
import type { RpcLog } from '../layer/layer-codec.js';
import type { RpcTransaction } from './engine.js';
import type { RpcCall } from './json-rpc.js';

/** What a call that leaves no trace did, as JSON-RPC gives it. */
interface SimulatedCall {
  readonly status: Hex;
  /** What the call gave, or what it reverted with. */
  readonly returnData: Hex;
  readonly logs: readonly RpcLog[];
}

/** Some nodes give a revert's data with the error alone. */
interface RpcSimulatedCall extends SimulatedCall {
  readonly error?: { readonly data?: Hex };
}

/** The JSON-RPC call that runs a call on the state after a block. */
export function simulatedCall(
  call: RpcTransaction,
  block: Hex | 'latest',
  stateOverrides?: StateOverrides,
): RpcCall {
  return [
    'eth_simulateV1',
    { blockStateCalls: [{ calls: [call], ...(stateOverrides && { stateOverrides }) }] },
    block,
  ];
}

/** Reads the answer to {@link simulatedCall}. */
export function readSimulatedCall(answer: unknown): SimulatedCall {
  const [block] = answer as [{ readonly calls: [RpcSimulatedCall] }];
  const [call] = block.calls;
  return call.returnData === '0x' && call.error?.data ? { ...call, returnData: call.error.data } : call;
}
