import type { EpochRoot } from '../local-control.js';
import type { GrowingMerkleTree, MerkleTree } from './merkle-tree.js';

/** An epoch that takes messages. */
interface OpenEpoch<Message> {
  readonly messages: Message[];
  /** Has a leaf for each message, in their order. */
  readonly tree: GrowingMerkleTree;
}

/** An epoch that has ended. Never changed, only replaced. */
export interface EndedEpoch<Message> {
  readonly epoch: number;
  /** In milliseconds after the chain's start. */
  readonly endedMs: number;
  readonly messages: readonly Message[];
  readonly tree: MerkleTree;
  readonly state: EpochRoot['state'];
  /** Whether all of its messages were delivered, or failed to be. */
  readonly isDelivered: boolean;
}

/** The epochs of one direction that have messages, by their numbers. */
export interface Epochs<Message> {
  readonly open: Map<number, OpenEpoch<Message>>;
  /** In the order in which they ended. */
  readonly ended: Map<number, EndedEpoch<Message>>;
}

/** Copies epochs, so that neither of the two notices what becomes of the other. */
export function copyOfEpochs<Message>({ open, ended }: Epochs<Message>): Epochs<Message> {
  const copies = [...open].map(([epoch, { messages, tree }]) => {
    const copy: OpenEpoch<Message> = { messages: [...messages], tree: tree.copy() };
    return [epoch, copy] as const;
  });
  return { open: new Map(copies), ended: new Map(ended) };
}
