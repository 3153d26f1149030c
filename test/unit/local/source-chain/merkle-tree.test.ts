import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { describe, expect, it } from 'vitest';
import type { Hex } from '../../../../src/local/evm/destination-chain.js';
import { createMerkleTree, isProven } from '../../../../src/local/source-chain/merkle-tree.js';

const leavesOf = (count: number): Hex[] =>
  Array.from({ length: count }, (_, index) => Hash.keccak256(HexText.fromNumber(index, { size: 32 })));

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 33, 100])('a tree of %i leaves', (size) => {
  const leaves = leavesOf(size);
  const tree = createMerkleTree(leaves);

  it('proves each leaf to a verifier that knows nothing of it', () => {
    for (const [index, leaf] of leaves.entries()) {
      const proof = tree.proofOf(index);
      expect(SimpleMerkleTree.verify(tree.root, leaf, proof)).toBe(true);
      expect(isProven(leaf, proof, tree.root)).toBe(true);
    }
  });

  it('proves no other leaf', () => {
    const stranger = Hash.keccak256('0x5717');
    for (const index of leaves.keys()) {
      const proof = tree.proofOf(index);
      expect(isProven(stranger, proof, tree.root)).toBe(false);
      expect(isProven(leaves[index] as Hex, [...proof, stranger], tree.root)).toBe(false);
    }
  });
});

it('proves each of two equal leaves', () => {
  const [leaf] = leavesOf(1) as [Hex];
  const tree = createMerkleTree([leaf, ...leavesOf(3)]);
  for (const index of [0, 1]) expect(isProven(leaf, tree.proofOf(index), tree.root)).toBe(true);
});

it('makes a single leaf the root', () => {
  const leaves = leavesOf(1);
  expect(createMerkleTree(leaves)).toMatchObject({ root: leaves[0] });
  expect(createMerkleTree(leaves).proofOf(0)).toEqual([]);
});
