import type { Hex } from '../evm/json-rpc.js';
import { keccak256 } from '../evm/keccak256.js';

/** A tree that is still growing. */
export interface GrowingMerkleTree extends ReturnType<typeof growMerkleTree> {}

/**
 * Builds a Merkle tree over leaves that are already hashed twice, in their order. A parent is the keccak256 of its two
 * children, the smaller first, so that a proof needs no positions. The last node of an odd level moves up unchanged. A
 * single leaf is the root. This layout is our own, because that of real deployments is not published.
 */
export function growMerkleTree(levels: NodeList[] = [new NodeList()]) {
  function push(node: Uint8Array, height: number): void {
    const level = levelAt(levels, height);
    level.push(node);
    if (level.length % 2 === 0)
      push(parentOf(level.at(level.length - 2), level.at(level.length - 1)), height + 1);
  }
  return {
    /** Adds a leaf, and hashes each inner node that it completes, so that little work is left at the end. */
    add: (leaf: Hex): void => push(bytesOf(leaf), 0),
    /** Completes the tree. No leaf can be added after that. */
    complete(): MerkleTree {
      completeEdge(levels);
      return completeTree(levels);
    },
    copy: (): GrowingMerkleTree => growMerkleTree(levels.map((level) => level.copy())),
  };
}

/** Adds the nodes at the right edge, which cover fewer leaves than the others of their level. */
function completeEdge(levels: NodeList[]): void {
  let edge: Uint8Array | undefined;
  for (let height = 0; ; height++) {
    const level = levelAt(levels, height);
    const isWhole = edge === undefined && level.length % 2 === 0;
    if (edge) level.push(edge);
    level.trim();
    if (level.length === 1) return;
    const [left, last] = [level.at(level.length - 2), level.at(level.length - 1)];
    if (isWhole) edge = undefined;
    else edge = level.length % 2 === 1 ? last : parentOf(left, last);
  }
}

/** A Merkle tree over the messages of an epoch. */
export interface MerkleTree extends ReturnType<typeof completeTree> {}

function completeTree(levels: readonly NodeList[]) {
  const [leaves] = levels as [NodeList];
  const nodeAt = (level: NodeList, index: number): Hex => hexOf(level.at(index));
  return {
    root: nodeAt(levels.at(-1) as NodeList, 0),
    /** The number of leaves. */
    size: leaves.length,
    leafAt: (index: number): Hex => nodeAt(leaves, index),
    /** Returns the siblings of a leaf's path, from the leaf up. */
    proofOf: (index: number): Hex[] =>
      levels.flatMap((level, height) => {
        const sibling = (index >> height) ^ 1;
        return sibling < level.length ? nodeAt(level, sibling) : [];
      }),
    /** Returns the levels with at most this number of nodes, the lowest first and the root last. */
    levels: (maxNodes: number): Hex[][] =>
      levels
        .filter(({ length }) => length <= maxNodes)
        .map((level) => Array.from({ length: level.length }, (_, index) => nodeAt(level, index))),
  };
}

function levelAt(levels: NodeList[], height: number): NodeList {
  const level = levels[height] ?? new NodeList();
  levels[height] = level;
  return level;
}

const pair = new Uint8Array(64);

function parentOf(one: Uint8Array, other: Uint8Array): Uint8Array {
  const isOrdered = Buffer.compare(one, other) <= 0;
  pair.set(isOrdered ? one : other, 0);
  pair.set(isOrdered ? other : one, 32);
  return keccak256(pair);
}

function bytesOf(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;
}

const nodeBytes = 32;

/** A list of 32-byte hashes in one buffer. An object for each would take several times the memory. */
class NodeList {
  #bytes: Uint8Array;
  #length: number;

  constructor(bytes = new Uint8Array(nodeBytes), length = 0) {
    this.#bytes = bytes;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns a view of a node, which is valid until the next push. */
  at(index: number): Uint8Array {
    return this.#bytes.subarray(index * nodeBytes, (index + 1) * nodeBytes);
  }

  push(node: Uint8Array): void {
    const end = this.#length * nodeBytes;
    if (end === this.#bytes.length) this.#resize(Math.max(1, this.#length * 2));
    this.#bytes.set(node, end);
    this.#length++;
  }

  /** Frees the memory after the last node. */
  trim(): void {
    if (this.#length * nodeBytes < this.#bytes.length) this.#resize(this.#length);
  }

  copy(): NodeList {
    return new NodeList(this.#bytes.slice(), this.#length);
  }

  #resize(nodes: number): void {
    const resized = new Uint8Array(nodes * nodeBytes);
    resized.set(this.#bytes.subarray(0, this.#length * nodeBytes));
    this.#bytes = resized;
  }
}
