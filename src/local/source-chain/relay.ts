import type { Hex } from '../evm/json-rpc.js';
import type { LocalOperation } from '../local-control.js';
import type { ChainSettings } from './chain-settings.js';
import type { ChainEvent } from './chain-state.js';
import type { ConsensusFaults } from './consensus-faults.js';
import type { Direction } from './direction.js';
import type { EndedEpoch, Epochs } from './epoch.js';
import { type EpochTimeline, epochAt } from './epoch-timeline.js';
import { growMerkleTree } from './merkle-tree.js';
import { forEachYielding } from './yielding-loop.js';

/** The position of a message. */
export interface Place {
  readonly epoch: bigint;
  /** Its index among the leaves of the epoch's tree. */
  readonly index: number;
}

/** The chain to which a relay takes messages, and callbacks for their progress. */
export interface RelayRoute<Message> {
  readonly direction: Direction;
  operationIdOf(message: Message): Hex;
  /** Called when a message is in the tree of an epoch. */
  collected(message: Message, epoch: LocalOperation['epochs'][number], atMs: number): void;
  /** Votes for the root of an epoch on the other chain, as one of its validators. */
  vote(epoch: bigint, root: Hex, validator: number): Promise<void>;
  /** Called when the root that proves a message is set. */
  included(message: Message, atMs: number): void;
  /** Delivers the message on the other chain. */
  deliver(message: Message, place: Place, proof: () => readonly Hex[], atMs: number): Promise<void> | void;
  /**
   * Withdraws the root of an epoch, and the effects of its messages.
   *
   * @throws {UsageError} if that is not possible. Then nothing has changed.
   */
  withdrawRoot(epoch: EndedEpoch<Message>): Promise<void>;
  /** Called when a message is only collected again, because the root of its epoch was withdrawn. */
  withdrawn(message: Message, place: Place, atMs: number): void;
}

/** The context of a relay. */
export interface RelayContext<Message> {
  /** Its part of the chain's state. */
  readonly epochs: () => Epochs<Message>;
  readonly timeline: () => EpochTimeline;
  readonly settings: () => ChainSettings;
  readonly faults: ConsensusFaults;
  readonly schedule: (atMs: number, event: ChainEvent) => void;
  /** Called with each epoch whose root, or the state of its root, has changed. */
  readonly changed: (direction: Direction, epoch: number) => void;
}

/** Takes messages from one chain to the other. Times are in milliseconds after the chain's start. */
export interface Relay<Message> {
  /** Adds a message, by its leaf, to the epoch that is open at a moment. */
  send(message: Message, leaf: Hex, atMs: number): void;
  /** Schedules the end of the running epoch, whose length has changed. */
  endOpenEpoch(): void;
  /** Runs a scheduled event of an epoch. */
  readonly happens: Readonly<
    Record<'end' | 'vote' | 'deliver', (epoch: number, atMs: number) => Promise<void>>
  >;
  /** @throws {UsageError} if the epoch has no root that can be withdrawn. */
  reorganise(epoch: number, atMs: number): Promise<void>;
}

/**
 * Creates a relay. It collects messages into epochs, each with a Merkle tree. A quorum sets the root of an ended epoch.
 * Then each message is delivered with its proof, in the order of sending.
 *
 * Source: practice. A missed quorum leaves the messages collected until the next epoch.
 */
export function createRelay<Message>(
  route: RelayRoute<Message>,
  context: RelayContext<Message>,
): Relay<Message> {
  const { direction } = route;
  const { faults, schedule, changed } = context;
  const endedEpoch = (epoch: number): EndedEpoch<Message> =>
    context.epochs().ended.get(epoch) as EndedEpoch<Message>;
  const operationsOf = ({ messages }: EndedEpoch<Message>): Hex[] => messages.map(route.operationIdOf);

  function replace(ended: EndedEpoch<Message>, changes: Partial<EndedEpoch<Message>>): void {
    context.epochs().ended.set(ended.epoch, { ...ended, ...changes });
    changed(direction, ended.epoch);
  }

  function send(message: Message, leaf: Hex, atMs: number): void {
    const { epoch, endMs } = epochAt(context.timeline(), atMs);
    const { open } = context.epochs();
    const joined = open.get(epoch) ?? { messages: [], tree: growMerkleTree() };
    joined.messages.push(message);
    joined.tree.add(leaf);
    if (open.has(epoch)) return;
    open.set(epoch, joined);
    schedule(endMs, { kind: 'end', direction, epoch });
  }

  function endOpenEpoch(): void {
    const { epoch, endMs } = context.timeline();
    if (context.epochs().open.has(epoch)) schedule(endMs, { kind: 'end', direction, epoch });
  }

  async function sendAgain({ messages, tree }: EndedEpoch<Message>, atMs: number): Promise<void> {
    await forEachYielding(messages, (message, index) => send(message, tree.leafAt(index), atMs));
  }

  return {
    send,
    endOpenEpoch,
    happens: {
      async end(epoch, atMs) {
        const { open, ended } = context.epochs();
        const ending = open.get(epoch);
        // The end from before its length was changed.
        if (ending === undefined || epochAt(context.timeline(), atMs).epoch === epoch) return;
        const { messages, tree } = ending;
        open.delete(epoch);
        const closed = {
          epoch,
          endedMs: atMs,
          messages,
          tree: tree.complete(),
          state: 'collected',
          isDelivered: false,
        } as const;
        ended.set(epoch, closed);
        changed(direction, epoch);
        const place = { direction, epoch };
        await forEachYielding(messages, (message) => route.collected(message, place, atMs));
        const delayMs = faults.delayMs(direction, operationsOf(closed));
        schedule(atMs + context.settings().consensusMs + delayMs, { kind: 'vote', direction, epoch });
      },
      async vote(epoch, atMs) {
        const ended = endedEpoch(epoch);
        const isMissed = faults.missesQuorum(direction, operationsOf(ended));
        const voters = context.settings().quorum - (isMissed ? 1 : 0);
        for (let validator = 0; validator < voters; validator++)
          await route.vote(BigInt(epoch), ended.tree.root, validator);
        replace(ended, { state: isMissed ? 'missed' : 'set' });
        if (isMissed) return sendAgain(ended, atMs);
        await forEachYielding(ended.messages, (message) => route.included(message, atMs));
        schedule(atMs + context.settings().executionMs, { kind: 'deliver', direction, epoch });
      },
      async deliver(epoch, atMs) {
        const ended = endedEpoch(epoch);
        if (ended.state !== 'set') return;
        await forEachYielding(ended.messages, (message, index) =>
          route.deliver(message, { epoch: BigInt(epoch), index }, () => ended.tree.proofOf(index), atMs),
        );
        replace(ended, { isDelivered: true });
      },
    },
    async reorganise(epoch, atMs) {
      const ended = endedEpoch(epoch);
      await route.withdrawRoot(ended);
      replace(ended, { state: 'withdrawn' });
      await forEachYielding(ended.messages, (message, index) =>
        route.withdrawn(message, { epoch: BigInt(epoch), index }, atMs),
      );
      await sendAgain(ended, atMs);
    },
  };
}
