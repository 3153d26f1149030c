import * as AbiParameters from 'ox/AbiParameters';
import * as Hash from 'ox/Hash';
import type { Hex } from '../evm/destination-chain.js';

const parameters = AbiParameters.from('string[]');

/**
 * Makes a hash of the source chain, which exists nowhere but here: `keccak256(abi.encode(string[]))` over what it is
 * the hash of and the parts that make it the only one of its kind.
 */
export function syntheticHash(
  kind: 'operation' | 'simulation' | 'submission' | 'delivery',
  ...parts: readonly string[]
): Hex {
  return Hash.keccak256(AbiParameters.encode(parameters, [[kind, ...parts]]));
}
