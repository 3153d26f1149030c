import * as Hash from 'ox/Hash';
import type { Hex } from './json-rpc.js';

type Keccak256 = (bytes: Uint8Array) => Uint8Array;

let hash: Keccak256 = (bytes) => Hash.keccak256(bytes, { as: 'Bytes' });

/** Fewer hashes than this take less time than loading what makes them faster. */
const worthLoadingAfter = 2000;
let hashes = 0;

/** Returns the keccak256 of bytes. After thousands of calls it is three to four times as fast. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (++hashes === worthLoadingAfter) loadFastKeccak256();
  return hash(bytes);
}

/** Hashes bytes twice, as the leaf of a Merkle tree is, so that no inner node can be taken for one. */
export function leafHash(encoded: Hex): Hex {
  const once = keccak256(Buffer.from(encoded.slice(2), 'hex'));
  return `0x${Buffer.from(keccak256(once)).toString('hex')}`;
}

/**
 * Loads the implementation in WebAssembly that is part of ox: large trees hash so much that it matters. It is not
 * installed in ox itself, which others in this process may use too.
 */
function loadFastKeccak256(): void {
  import('ox/wasm/Hash')
    .then(({ engine }) => engine())
    .then(
      (fast) => {
        hash = fast.keccak256;
      },
      // Without WebAssembly the hashes are the same, only slower.
      () => {},
    );
}
