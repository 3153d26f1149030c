import { MerkleTree } from 'merkletreejs/MerkleTree';
import * as Hash from 'ox/Hash';
import { engine } from 'ox/wasm/Hash';
import { expect, it, vi } from 'vitest';
import { startChain, timing } from './chain-under-test.js';

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

it('has the root, levels and proofs of another library, for every size', async () => {
  // No root is voted for.
  const { source, submit, destination } = startChain({ consensusMs: 2 ** 31 - 1 });
  destination.isProven = async () => true;
  const fast = await engine();
  /** Compares the tree of the running epoch, after so many submissions. */
  const compare = async (size: number, keccak256: (data: Uint8Array) => Uint8Array): Promise<void> => {
    const ids = Array.from({ length: size }, () => submit('gasBurner'));
    await source.advance(timing.epochMs);
    const proofs = await Promise.all(ids.map((id) => source.proof(id)));
    const leaves = proofs.map(({ leaf }) => bytesOf(leaf));
    const keccak = (data: Buffer) => Buffer.from(keccak256(data));
    const expected = new MerkleTree(leaves, keccak, { sortPairs: true });
    const { epoch = 0, root } = proofs[0] ?? {};
    expect(root).toBe(expected.getHexRoot());
    expect(source.tree('outbound', epoch)).toEqual(expected.getHexLayers());
    expect(proofs.map(({ proof }) => proof)).toEqual(
      leaves.map((leaf, index) => expected.getHexProof(leaf, index)),
    );
  };
  for (let size = 1; size <= 66; size++) await compare(size, fast.keccak256);
  // After the first 2,000 hashes, a faster implementation of them is loaded.
  await vi.dynamicImportSettled();
  await engine();
  for (let size = 31; size <= 33; size++)
    await compare(size, (data) => Hash.keccak256(data, { as: 'Bytes' }));
});
