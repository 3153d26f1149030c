import { hash } from 'node:crypto';
import * as AbiParameters from 'ox/AbiParameters';
import { rawBetaAddress } from '../../contract/addresses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Hex } from '../evm/json-rpc.js';
import { leafHash } from '../evm/keccak256.js';
import type { DestinationToken, InMessage, MessageAsset, OutboundMessage } from '../evm/layer.js';

/** Returns the message of a valid request with an operation id. Token addresses are in raw form. */
export function requestMessage(request: LooseSimulationRequest, operationId: Hex): InMessage {
  const { alphaCallParams: call = {}, betaAssets = [] } = request;
  return {
    operationId,
    shardsKey: BigInt(request.shardsKey ?? ''),
    caller: request.betaCaller ?? '',
    target: call.target as Hex,
    methodName: call.methodName ?? '',
    arguments: (call.arguments ?? '0x') as Hex,
    assets: betaAssets.map(({ amount = '', tokenAddress = '' }) => ({
      token: rawBetaAddress(tokenAddress),
      amount: BigInt(amount),
    })),
    executor: (request.executorAddress || undefined) as Hex | undefined,
    extraData: (request.extraData ?? '0x') as Hex,
  };
}

/** Returns what a target sent back, with source-chain names. Tokens that are not registered keep their addresses. */
export function returnedAssets(
  { burned, locked }: OutboundMessage,
  tokens: readonly DestinationToken[],
): MessageAsset[] {
  return [...burned, ...locked].map(({ token, amount }) => ({
    token: tokens.find(({ alpha }) => alpha === token)?.beta ?? token,
    amount,
  }));
}

const returnParameters = AbiParameters.from([
  'struct Amount { address token; uint256 amount; }',
  'uint64 shardsKey, bytes32 operationId, address caller, string target, bytes payload, Amount[] burned, Amount[] locked',
]);

/**
 * Returns the Merkle leaf of an inbound message: `keccak256(keccak256(abi.encode(shardsKey, operationId, caller, target,
 * payload, burned, locked)))`. The construction is our own, because that of real deployments is not published.
 */
export function returnLeafOf(message: OutboundMessage): Hex {
  const { shardsKey, operationId, caller, target, payload, burned, locked } = message;
  return leafHash(
    AbiParameters.encode(returnParameters, [shardsKey, operationId, caller, target, payload, burned, locked]),
  );
}

/** Returns a hash of the source chain, which has no real transactions: the SHA-256 of its kind and the parts that identify it. */
export function syntheticHash(
  kind: 'operation' | 'simulation' | 'submission' | 'delivery',
  ...parts: readonly string[]
): Hex {
  const text = `0x${hash('sha256', JSON.stringify([kind, ...parts]))}`;
  // A concatenated text keeps its parts. Through a buffer it is in one piece, which is two thirds of the memory.
  return Buffer.from(text, 'latin1').toString('latin1') as Hex;
}
