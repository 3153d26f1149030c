import type { Hex } from 'crosscheck/local';
import { growMerkleTree, type MerkleTree } from '../../src/local/source-chain/merkle-tree.js';

/** Builds a tree of at least one leaf. */
export function createMerkleTree(leaves: readonly Hex[]): MerkleTree {
  const tree = growMerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.complete();
}
