import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import type { Hex } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { engines, type StartedEngine } from './engines.js';

const rootNumber = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;

describe.each(engines)('on $name', ({ start }) => {
  let engine: StartedEngine;
  let chain: DestinationChain;

  beforeAll(async () => {
    engine = await start({ quorum: 2 });
    chain = engine.chain;
  });

  afterAll(() => engine.stop());

  it('starts with the given quorum, and can change it', async () => {
    expect(chain.quorum).toBe(2);
    for (const validator of [0, 1]) await chain.voteForRoot(1n, rootNumber(1), validator);
    expect(await chain.rootOf(1n)).toBe(rootNumber(1));

    await chain.setQuorum(4);
    expect(chain.quorum).toBe(4);
    for (const validator of [0, 1, 2]) await chain.voteForRoot(2n, rootNumber(2), validator);
    expect(await chain.rootOf(2n)).toBeUndefined();

    await chain.setQuorum(1);
    await chain.voteForRoot(2n, rootNumber(2), 3);
    expect(await chain.rootOf(2n)).toBe(rootNumber(2));
  });

  it('withdraws a root for good', async () => {
    await chain.setQuorum(1);
    await chain.voteForRoot(3n, rootNumber(3), 0);
    await chain.withdrawRoot(3n);
    await chain.voteForRoot(3n, rootNumber(4), 1);
    expect(await chain.rootOf(3n)).toBeUndefined();
    await expect(chain.withdrawRoot(3n)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('lets the layer verify proofs', async () => {
    const leaves = Array.from({ length: 5 }, (_, index) => rootNumber(100 + index));
    const tree = SimpleMerkleTree.of(leaves);
    const root = tree.root as Hex;
    const proofs = leaves.map((leaf) => tree.getProof(leaf) as Hex[]);
    for (const [index, leaf] of leaves.entries())
      expect(await chain.isProven(leaf, proofs[index] as Hex[], root)).toBe(true);
    expect(await chain.isProven(leaves[1] as Hex, proofs[0] as Hex[], root)).toBe(false);
    expect(await chain.isProven(leaves[0] as Hex, proofs[0] as Hex[], rootNumber(0))).toBe(false);
  });
});
