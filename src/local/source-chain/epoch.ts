import type { EpochRoot } from '../local-control.js';
import type { GrowingMerkleTree, MerkleTree } from './merkle-tree.js';

/** An open epoch, which collects messages. */
interface OpenEpoch<Message> {
  readonly messages: Message[];
  /** Has a leaf for each message, in the same order. */
  readonly tree: GrowingMerkleTree;
}

/** An ended epoch. Immutable: it is replaced, never changed. */
export interface EndedEpoch<Message> {
  readonly epoch: number;
  /** In milliseconds after the chain's start. */
  readonly endedMs: number;
  readonly messages: readonly Message[];
  readonly tree: MerkleTree;
  readonly state: EpochRoot['state'];
  /** Whether all of its messages were delivered or have failed. */
  readonly isDelivered: boolean;
}

/** The epochs of one direction that have messages, by number. */
export interface Epochs<Message> {
  readonly open: Map<number, OpenEpoch<Message>>;
  /** In the order in which they ended. */
  readonly ended: Map<number, EndedEpoch<Message>>;
}

/** Returns an independent copy of epochs. */
export function copyOfEpochs<Message>({ open, ended }: Epochs<Message>): Epochs<Message> {
  const copies = [...open].map(([epoch, { messages, tree }]) => {
    const copy: OpenEpoch<Message> = { messages: [...messages], tree: tree.copy() };
    return [epoch, copy] as const;
  });
  return { open: new Map(copies), ended: new Map(ended) };
}
