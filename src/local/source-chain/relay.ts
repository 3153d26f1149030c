import type { ExecutionErrorName } from '../../contract/error-names.js';
import type { InclusionNote } from '../../contract/responses.js';
import { UsageError } from '../../errors.js';
import { afterThisTurn } from '../../internal/clock.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { Execution } from '../evm/execute-message.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InMessage } from '../evm/layer.js';
import type { Direction, Stage } from '../model/control-data.js';
import { endsOnDestinationChain } from '../model/local-conventions.js';
import type { Balances } from './balances.js';
import {
  type ChainSettings,
  type EndedEpoch,
  type Epochs,
  type EpochTimeline,
  epochAt,
  type Message,
} from './epochs.js';
import { growMerkleTree } from './merkle-tree.js';
import { requestMessage, returnedAssets, returnLeafOf, syntheticHash } from './messages.js';
import type { Operation, OperationLedger } from './operation-ledger.js';

/** A scheduled event of a source chain. */
export type ChainEvent =
  /** An epoch ends, the validators vote for its root, its messages are delivered. */
  | { readonly kind: 'end' | 'vote' | 'deliver'; readonly direction: Direction; readonly epoch: number }
  | { readonly kind: 'roll-back'; readonly operationId: Hex };

/** Faults of the vote on the root of an epoch. */
export interface ConsensusFaults {
  /** Returns the delay of the vote, in milliseconds. */
  delayMs(operationIds: readonly Hex[]): number;
  /** Returns whether the quorum is missed by one vote. */
  missesQuorum(operationIds: readonly Hex[]): boolean;
}

/** The state of relays, which snapshots contain. */
export interface RelayState {
  settings: ChainSettings;
  timeline: EpochTimeline;
  outbound: Epochs;
  inbound: Epochs;
  /** How the next execution of an operation must fail. */
  failures: Map<string, ExecutionErrorName>;
}

interface RelayContext {
  readonly state: RelayState;
  readonly destination: DestinationChain;
  readonly ledger: OperationLedger;
  readonly balances: Balances;
  readonly faults: ConsensusFaults;
  readonly rollBackAfterMs?: number | undefined;
  readonly schedule: (atMs: number, event: ChainEvent) => void;
  /** Called with each epoch whose root, or the state of its root, has changed. */
  readonly changed: (direction: Direction, epoch: number) => void;
}

/** Creates the two relays between the chains. Times are in milliseconds after the chain's start. */
export function createRelays(context: RelayContext) {
  const { destination, ledger, balances, schedule, rollBackAfterMs } = context;
  const operationOf = (operationId: Hex): Operation => ledger.get(operationId) as Operation;
  const inbound = createRelay(inboundRules(context), context);
  const outbound = createRelay(outboundRules(context, executed), context);
  const relays = { outbound, inbound };

  /** Sends back what the execution of a message sent, or schedules its rollback. */
  function executed(operationId: Hex, { outMessages, success }: Outcome, atMs: number): void {
    for (const sent of outMessages) {
      const credit = balances.creditOf(sent.target, returnedAssets(sent, destination.tokens));
      inbound.send({ operationId, credit }, returnLeafOf(sent), atMs);
    }
    if (!success && rollBackAfterMs !== undefined && canRollBack(operationOf(operationId)))
      schedule(atMs + rollBackAfterMs, { kind: 'roll-back', operationId });
  }

  /** Sends the assets of a failed operation back. */
  function rollBack(operation: Operation, atMs: number): void {
    const message = messageOf(operation);
    const { operationId, caller, assets } = message;
    ledger.rollBack(operationId);
    // A message that comes back unchanged keeps its leaf.
    inbound.send(
      { operationId, credit: balances.creditOf(caller, assets) },
      destination.leafOf(message),
      atMs,
    );
  }

  return {
    /** Sends the message of an operation to the destination chain. */
    send: (message: InMessage, atMs: number): void =>
      outbound.send({ operationId: message.operationId }, destination.leafOf(message), atMs),
    rollBack,
    /** Schedules the end of the running epoch, whose length has changed. */
    endOpenEpoch(): void {
      outbound.endOpenEpoch();
      inbound.endOpenEpoch();
    },
    /** Runs a scheduled event. */
    async run(event: ChainEvent, atMs: number): Promise<void> {
      if (event.kind !== 'roll-back') return relays[event.direction][event.kind](event.epoch, atMs);
      const operation = operationOf(event.operationId);
      if (canRollBack(operation)) rollBack(operation, atMs);
    },
    /**
     * Withdraws the root of an epoch, and the effects of its messages.
     *
     * @throws {UsageError} if that is not possible. Then nothing has changed.
     */
    reorganise: (direction: Direction, epoch: number, atMs: number): Promise<void> =>
      relays[direction].reorganise(epoch, atMs),
  };
}

/** Returns whether an operation waits for a rollback: it failed, and has assets to send back. */
export function canRollBack(operation: Operation): boolean {
  const { record, isRolledBack } = operation;
  return !record.success && !isRolledBack && messageOf(operation).assets.length > 0;
}

function messageOf({ operationId, requestText }: Operation): InMessage {
  return requestMessage(JSON.parse(requestText), operationId);
}

/** What is different in each direction. */
interface DirectionRules {
  readonly direction: Direction;
  /** The stage of an operation whose message is in the tree of an epoch. */
  readonly collected: Stage;
  /** The stage of an operation when the root that proves its message is set. */
  readonly included: Stage;
  /** Votes for the root of an epoch, as a validator, on the chain to which the messages go. */
  vote(epoch: bigint, root: Hex, validator: number): Promise<void>;
  deliver(message: Message, place: Place, proof: () => readonly Hex[], atMs: number): Promise<void> | void;
  /** Withdraws the root of an epoch, and what its messages transferred. */
  withdrawRoot(epoch: EndedEpoch): Promise<void>;
  /** Returns the transaction that delivered a message, if it is undone when the root is withdrawn. */
  undoneTransaction(message: Message, place: Place): Hex | undefined;
}

/** The position of a message. */
interface Place {
  readonly epoch: number;
  /** Its index among the leaves of the epoch's tree. */
  readonly index: number;
}

/**
 * Creates a relay. It collects messages into epochs, each with a Merkle tree. A quorum sets the root of an ended epoch.
 * Then each message is delivered with its proof, in the order of sending.
 *
 * Source: practice. A missed quorum leaves the messages collected until the next epoch.
 */
function createRelay(
  rules: DirectionRules,
  { state, ledger, faults, schedule, changed }: Omit<RelayContext, 'destination' | 'balances'>,
) {
  const { direction } = rules;
  const endedEpoch = (epoch: number): EndedEpoch => state[direction].ended.get(epoch) as EndedEpoch;
  const operationsOf = ({ messages }: EndedEpoch): Hex[] => messages.map(({ operationId }) => operationId);

  function replace(ended: EndedEpoch, changes: Partial<EndedEpoch>): void {
    state[direction].ended.set(ended.epoch, { ...ended, ...changes });
    changed(direction, ended.epoch);
  }

  /** Adds a message, by its leaf, to the epoch that is open at a moment. */
  function send(message: Message, leaf: Hex, atMs: number): void {
    const { epoch, endMs } = epochAt(state.timeline, atMs);
    const { open } = state[direction];
    const joined = open.get(epoch) ?? { messages: [], tree: growMerkleTree() };
    joined.messages.push(message);
    joined.tree.add(leaf);
    if (open.has(epoch)) return;
    open.set(epoch, joined);
    schedule(endMs, { kind: 'end', direction, epoch });
  }

  async function sendAgain({ messages, tree }: EndedEpoch, atMs: number): Promise<void> {
    await forEachYielding(messages, (message, index) => send(message, tree.leafAt(index), atMs));
  }

  return {
    send,
    endOpenEpoch(): void {
      const { epoch, endMs } = state.timeline;
      if (state[direction].open.has(epoch)) schedule(endMs, { kind: 'end', direction, epoch });
    },
    async end(epoch: number, atMs: number): Promise<void> {
      const { open, ended } = state[direction];
      const ending = open.get(epoch);
      // The end from before its length was changed.
      if (ending === undefined || epochAt(state.timeline, atMs).epoch === epoch) return;
      open.delete(epoch);
      const { messages } = ending;
      const closed: EndedEpoch = {
        epoch,
        endedMs: atMs,
        messages,
        tree: ending.tree.complete(),
        state: 'collected',
        isDelivered: false,
      };
      ended.set(epoch, closed);
      changed(direction, epoch);
      const place = { direction, epoch };
      await forEachYielding(messages, ({ operationId }) =>
        ledger.collect(operationId, place, rules.collected, atMs),
      );
      const delayMs = faults.delayMs(operationsOf(closed));
      schedule(atMs + state.settings.consensusMs + delayMs, { kind: 'vote', direction, epoch });
    },
    async vote(epoch: number, atMs: number): Promise<void> {
      const ended = endedEpoch(epoch);
      const isMissed = faults.missesQuorum(operationsOf(ended));
      const voters = state.settings.quorum - (isMissed ? 1 : 0);
      for (let validator = 0; validator < voters; validator++)
        await rules.vote(BigInt(epoch), ended.tree.root, validator);
      replace(ended, { state: isMissed ? 'missed' : 'set' });
      if (isMissed) return sendAgain(ended, atMs);
      await forEachYielding(ended.messages, ({ operationId }) =>
        ledger.reach(operationId, rules.included, atMs),
      );
      schedule(atMs + state.settings.executionMs, { kind: 'deliver', direction, epoch });
    },
    async deliver(epoch: number, atMs: number): Promise<void> {
      const ended = endedEpoch(epoch);
      if (ended.state !== 'set') return;
      await forEachYielding(ended.messages, (message, index) =>
        rules.deliver(message, { epoch, index }, () => ended.tree.proofOf(index), atMs),
      );
      replace(ended, { isDelivered: true });
    },
    async reorganise(epoch: number, atMs: number): Promise<void> {
      const ended = endedEpoch(epoch);
      await rules.withdrawRoot(ended);
      replace(ended, { state: 'withdrawn' });
      await forEachYielding(ended.messages, (message, index) => {
        const undone = rules.undoneTransaction(message, { epoch, index });
        ledger.goBack(message.operationId, rules.collected, undone, atMs);
      });
      await sendAgain(ended, atMs);
    },
  };
}

/**
 * The rules of the way to the destination chain, whose layer keeps the votes for roots, verifies proofs and executes messages.
 *
 * @param executed - Called with the result of each message.
 */
function outboundRules(
  { destination, ledger, state }: RelayContext,
  executed: (operationId: Hex, execution: Outcome, atMs: number) => void,
): DirectionRules {
  return {
    direction: 'outbound',
    collected: 'collectedInALPHA',
    included: 'includedInALPHAConsensus',
    async vote(epoch, root, validator) {
      await destination.voteForRoot(epoch, root, validator);
    },
    async deliver({ operationId }, { epoch }, proof, atMs) {
      const message = messageOf(ledger.get(operationId) as Operation);
      const failure = state.failures.get(operationId);
      state.failures.delete(operationId);
      const execution = failure
        ? await executeFailing(destination, message, BigInt(epoch), proof(), failure)
        : await destination.execute(message, BigInt(epoch), proof());
      const { transactionHash: hash, success, outMessages } = execution;
      if (hash) ledger.addTransaction(operationId, { blockchainType: 'ALPHA', hash });
      if (success) ledger.reach(operationId, 'executedInALPHA', atMs);
      else ledger.fail(operationId, failureNote(message, execution), atMs);
      if (success && outMessages.length === 0)
        ledger.annotate(operationId, { content: endsOnDestinationChain });
      executed(operationId, execution, atMs);
    },
    async withdrawRoot({ epoch, isDelivered }) {
      if (isDelivered)
        throw new UsageError(
          `The messages of epoch ${epoch} were delivered on the destination chain, which cannot be undone`,
        );
      await destination.withdrawRoot(BigInt(epoch));
    },
    undoneTransaction: () => undefined,
  };
}

/**
 * The rules of the way back to the source chain. The validators' votes are the state of the epoch itself, its transactions are only hashes,
 * and it needs no proofs, because the tree of the root is its own.
 */
function inboundRules({ ledger, balances }: RelayContext): DirectionRules {
  const deliveryOf = ({ operationId }: Message, { epoch, index }: Place): Hex =>
    syntheticHash('delivery', operationId, `${epoch}`, `${index}`);
  return {
    direction: 'inbound',
    collected: 'collectedInBETA',
    included: 'includedInBETAConsensus',
    async vote() {},
    deliver(message, place, _, atMs) {
      const { operationId, credit } = message;
      if (credit) balances.give(credit);
      ledger.addTransaction(operationId, { blockchainType: 'BETA', hash: deliveryOf(message, place) });
      ledger.reach(operationId, 'executedInBETA', atMs);
    },
    async withdrawRoot({ messages, isDelivered }) {
      if (isDelivered) balances.takeBack(messages.flatMap(({ credit }) => credit ?? []));
    },
    undoneTransaction: deliveryOf,
  };
}

/** The result of a message, without a transaction if it had to fail and none was sent. */
type Outcome = Omit<Execution, 'transactionHash'> & { readonly transactionHash?: Hex };

function failureNote({ target }: InMessage, { transactionHash, error }: Outcome): InclusionNote {
  return {
    content: error?.text ?? '',
    errorName: error?.errorName ?? 'ProxyCallError',
    internalMsg: `the delivery to ${target} ${transactionHash ? 'reverted' : 'was rejected'}`,
    internalBytesError: error?.data ?? '0x',
  };
}

/** An account that is not an executor of the layer. */
const unknownExecutor: Hex = '0x000000000000000000000000000000000000dEaD';

/**
 * Executes a message so that it fails in a certain way: with a real transaction if a delivery can fail like that, otherwise
 * simulated. A call that fails anyway may fail in its own way first.
 */
async function executeFailing(
  chain: DestinationChain,
  message: InMessage,
  epoch: bigint,
  proof: readonly Hex[],
  errorName: ExecutionErrorName,
): Promise<Outcome> {
  switch (errorName) {
    case 'NotEnoughGas':
      return chain.execute(message, epoch, proof, { gas: 1n });
    case 'InvalidMerkleProof':
      return chain.execute(message, epoch, [...proof, message.operationId]);
    case 'ProxyCallError':
      return chain.execute({ ...message, executor: unknownExecutor }, epoch, proof);
    case 'MessageAlreadyProcessed':
    case 'TokenNotExist': {
      const text = `failExecution made the layer reject it: ${errorName}`;
      return { success: false, error: { text, data: '0x', errorName }, outMessages: [] };
    }
  }
}

/** This many cheap steps take a few milliseconds. */
const stepsBetweenYields = 256;

/** Runs a step for each item, one after the other, and yields to the event loop in between. */
async function forEachYielding<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<void> | void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const done = step(item, index);
    if (done) await done;
    if ((index + 1) % stepsBetweenYields === 0) await new Promise<void>(afterThisTurn);
  }
}
