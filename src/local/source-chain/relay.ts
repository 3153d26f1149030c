import type { Hex } from '../evm/destination-chain.js';
import { createMerkleTree } from './merkle-tree.js';
import type { Schedule } from './schedule.js';

/** How long a message takes on each leg of its way, in milliseconds. */
export interface RelayTiming {
  readonly epochMs: number;
  /** From the end of an epoch until a quorum has agreed on its root. */
  readonly consensusMs: number;
  /** From then until the messages of the epoch are delivered. */
  readonly executionMs: number;
}

/** The chain to which a relay takes messages, and what is to be noted on their way. */
export interface RelayRoute<Message> {
  /** The message's leaf, hashed twice. */
  readonly leafOf: (message: Message) => Hex;
  /** An epoch ended with this message in it. */
  readonly collected: (message: Message, atMs: number) => void;
  /** Sets the root of an epoch on the other chain, by a quorum of validators. */
  readonly setRoot: (epoch: bigint, root: Hex) => Promise<void>;
  /** The root that proves this message is set. */
  readonly included: (message: Message, atMs: number) => void;
  /** Delivers the message on the other chain, which checks the proof. */
  readonly deliver: (message: Message, epoch: bigint, proof: readonly Hex[], atMs: number) => Promise<void>;
}

/** Takes messages from one chain to the other. */
export interface Relay<Message> {
  send(message: Message, atMs: number): void;
}

/**
 * Creates a relay: it collects messages into epochs, forms a Merkle tree at the end of each epoch with messages, has
 * its root set by a quorum, and then has each message delivered with its proof, in the order in which they were sent.
 *
 * Source: practice; an epoch's id is `floor((now - start) / length)`.
 */
export function createRelay<Message>(
  schedule: Schedule,
  { epochMs, consensusMs, executionMs }: RelayTiming,
  route: RelayRoute<Message>,
): Relay<Message> {
  const openEpochs = new Map<number, Message[]>();

  function close(epoch: number, messages: readonly Message[], endMs: number): void {
    openEpochs.delete(epoch);
    const tree = createMerkleTree(messages.map(route.leafOf));
    for (const message of messages) route.collected(message, endMs);

    schedule.at(endMs + consensusMs, async (agreedMs) => {
      await route.setRoot(BigInt(epoch), tree.root);
      for (const message of messages) route.included(message, agreedMs);

      schedule.at(agreedMs + executionMs, async (deliveredMs) => {
        for (const [index, message] of messages.entries())
          await route.deliver(message, BigInt(epoch), tree.proofOf(index), deliveredMs);
      });
    });
  }

  return {
    send(message, atMs) {
      const epoch = Math.floor(atMs / epochMs);
      const messages = openEpochs.get(epoch);
      if (messages) {
        messages.push(message);
        return;
      }
      const opened = [message];
      openEpochs.set(epoch, opened);
      schedule.at((epoch + 1) * epochMs, (endMs) => close(epoch, opened, endMs));
    },
  };
}
