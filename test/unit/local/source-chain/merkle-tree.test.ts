import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import type { Hex } from 'crosscheck/local';
import { MerkleTree } from 'merkletreejs/MerkleTree';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { expect, it } from 'vitest';
import { loadFastKeccak256 } from '../../../../src/local/evm/keccak256.js';
import { growMerkleTree } from '../../../../src/local/source-chain/merkle-tree.js';
import { createMerkleTree } from '../../../support/create-merkle-tree.js';

const leavesOf = (count: number): Hex[] =>
  Array.from({ length: count }, (_, index) => Hash.keccak256(HexText.fromNumber(index, { size: 32 })));

it('has the root, levels and proofs of another library, for every size', async () => {
  const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
  const keccak = (data: Buffer): Buffer => Buffer.from(Hash.keccak256(data));
  for (let size = 1; size <= 66; size++) {
    // Half of them with each of the two implementations of the hash.
    if (size === 33) await loadFastKeccak256();
    const leaves = leavesOf(size);
    const tree = createMerkleTree(leaves);
    const kept = new MerkleTree(leaves.map(bytesOf), keccak, { sortPairs: true });
    expect(tree.root).toBe(kept.getHexRoot());
    expect(tree.levels(100)).toEqual(kept.getHexLayers());
    for (const [index, leaf] of leaves.entries()) {
      expect(tree.proofOf(index)).toEqual(kept.getHexProof(bytesOf(leaf), index));
      expect(tree.leafAt(index)).toBe(leaf);
    }
  }
});

it('shows only the upper levels of a large tree', () => {
  const tree = createMerkleTree(leavesOf(100));
  expect(tree.levels(20).map(({ length }) => length)).toEqual([13, 7, 4, 2, 1]);
  expect(tree.size).toBe(100);
});

it('grows independently of its copy', () => {
  const leaves = leavesOf(9);
  const growing = growMerkleTree();
  for (const leaf of leaves.slice(0, 5)) growing.add(leaf);
  const copy = growing.copy();
  for (const leaf of leaves.slice(5)) growing.add(leaf);
  expect(growing.complete().root).toBe(createMerkleTree(leaves).root);
  expect(copy.complete().root).toBe(createMerkleTree(leaves.slice(0, 5)).root);
});

it('proves each of two equal leaves', () => {
  const [leaf] = leavesOf(1) as [Hex];
  const tree = createMerkleTree([leaf, ...leavesOf(3)]);
  for (const index of [0, 1])
    expect(SimpleMerkleTree.verify(tree.root, leaf, tree.proofOf(index))).toBe(true);
});
