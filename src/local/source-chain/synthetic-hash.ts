import { hash } from 'node:crypto';
import type { Hex } from '../evm/json-rpc.js';

/**
 * Makes a hash of the source chain, which exists nowhere but here: the SHA-256 of the JSON text of what it is the
 * hash of and the parts that make it the only one of its kind.
 */
export function syntheticHash(
  kind: 'operation' | 'simulation' | 'submission' | 'delivery',
  ...parts: readonly string[]
): Hex {
  const text = `0x${hash('sha256', JSON.stringify([kind, ...parts]))}`;
  // A text put together keeps its parts: through a buffer it is in one piece, which is two thirds of the memory.
  return Buffer.from(text, 'latin1').toString('latin1') as Hex;
}
