import { MerkleTree as MerkleTreeOfLibrary } from 'merkletreejs/MerkleTree';
import * as Hash from 'ox/Hash';
import type { Hex } from '../evm/destination-chain.js';

/** A Merkle tree over the messages of an epoch. */
export interface MerkleTree {
  readonly root: Hex;
  /** The siblings of a leaf's path, from the leaf up. */
  proofOf(index: number): Hex[];
}

/**
 * Builds a Merkle tree over leaves that are hashed twice already, in their order. A parent is the keccak256 of its
 * two children, the smaller first, so that a proof needs no positions; the last node of an odd level moves up as it
 * is; a single leaf is the root. The layout is ours: that of real deployments is not published.
 */
export function createMerkleTree(leaves: readonly Hex[]): MerkleTree {
  const nodes = leaves.map(bytesOf);
  const tree = new MerkleTreeOfLibrary(nodes, (data: Buffer) => Buffer.from(Hash.keccak256(data)), {
    sortPairs: true,
  });
  return {
    root: tree.getHexRoot() as Hex,
    // With its index: without it the library looks for the leaf among all the others.
    proofOf: (index) => tree.getHexProof(nodes[index] as Buffer, index) as Hex[],
  };
}

/** Tells whether a proof leads from a leaf to a root. */
export function isProven(leaf: Hex, proof: readonly Hex[], root: Hex): boolean {
  const top = proof.map(bytesOf).reduce((node, sibling) => {
    const pair = Buffer.compare(node, sibling) < 0 ? [node, sibling] : [sibling, node];
    return Buffer.from(Hash.keccak256(Buffer.concat(pair)));
  }, bytesOf(leaf));
  return top.equals(bytesOf(root));
}

function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
