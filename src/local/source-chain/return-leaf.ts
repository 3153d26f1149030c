import * as AbiParameters from 'ox/AbiParameters';
import type { Hex } from '../evm/json-rpc.js';
import { leafHash } from '../evm/keccak256.js';
import type { OutboundMessage } from '../evm/layer.js';

const parameters = AbiParameters.from([
  'struct Amount { address token; uint256 amount; }',
  'uint64 shardsKey, bytes32 operationId, address caller, string target, bytes payload, Amount[] burned, Amount[] locked',
]);

/**
 * The Merkle leaf of an inbound message: `keccak256(keccak256(abi.encode(shardsKey, operationId, caller, target,
 * payload, burned, locked)))`. The construction is our own, because that of real deployments is not published.
 */
export function returnLeafOf(message: OutboundMessage): Hex {
  const { shardsKey, operationId, caller, target, payload, burned, locked } = message;
  const encoded = AbiParameters.encode(parameters, [
    shardsKey,
    operationId,
    caller,
    target,
    payload,
    burned,
    locked,
  ]);
  return leafHash(encoded);
}
