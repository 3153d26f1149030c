import type { Hex } from 'crosscheck/local';
import * as AbiParameters from 'ox/AbiParameters';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';

/** A message of the source chain, as the destination chain takes it. */
export type Message = Parameters<DestinationChain['simulate']>[0];

let count = 0n;

/** Builds a message for a target; each has an operation id of its own. */
export function messageTo(target: Hex, methodName: string, overrides: Partial<Message> = {}): Message {
  count += 1n;
  return {
    operationId: `0x${count.toString(16).padStart(64, '0')}`,
    shardsKey: 2n ** 64n - 1n,
    caller: `0:${'ca'.repeat(32)}`,
    target,
    methodName,
    arguments: '0x',
    assets: [],
    extraData: '0x',
    ...overrides,
  };
}

/** ABI-encodes the arguments of a target's method. */
export function encodeArguments(types: string, ...values: readonly unknown[]): Hex {
  return AbiParameters.encode(AbiParameters.from(types) as readonly AbiParameters.Parameter[], values);
}
