import { defaultConventions } from '../../contract/conventions.js';
import type { ExecutionErrorName } from '../../contract/error-names.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { type Clock, latestDateMs, unixNowMs } from '../../internal/clock.js';
import { definedMembers } from '../../internal/objects.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { Hex } from '../evm/json-rpc.js';
import {
  canonicalOperationId,
  type Direction,
  defaultLimit,
  type EpochRoot,
  type InclusionProof,
  type LocalOperation,
  type OperationsQuery,
  UnknownOperationError,
} from '../model/control-data.js';
import { createBalances, initialBalances, type LocalAccount } from './balances.js';
import {
  type ChainSettings,
  changeEpochs,
  copyOfEpochs,
  type EndedEpoch,
  initialTimeline,
} from './epochs.js';
import { requestMessage, syntheticHash } from './messages.js';
import { createOperationLedger, type Operation, type OperationRecord } from './operation-ledger.js';
import {
  type ChainEvent,
  type ConsensusFaults,
  canRollBack,
  createRelays,
  type RelayState,
} from './relay.js';
import { createSchedule, standingClock } from './schedule.js';

/** A change on a source chain. */
export type ChainChange =
  | { readonly kind: 'operation'; readonly operationId: Hex }
  | { readonly kind: 'root'; readonly direction: Direction; readonly epoch: number }
  /** Time was moved, frozen or resumed. That it passes is no change. */
  | { readonly kind: 'clock' }
  /** A snapshot was restored, and everything may have changed. */
  | { readonly kind: 'restored' };

/** The options of a source chain. Those of a local deployment have the same names, and document them. */
export interface SourceChainOptions extends Omit<ChainSettings, 'quorum'> {
  readonly rollBackAfterMs?: number | undefined;
  readonly accounts?: readonly LocalAccount[] | undefined;
  /** Default: none. */
  readonly faults?: ConsensusFaults | undefined;
}

/** The state of a source chain, except for its time. A copy is a snapshot. */
interface ChainState extends RelayState {
  /** By id, in order of submission. */
  operations: Map<string, Operation>;
  /** The limited balances of accounts, see {@link createBalances}. */
  balances: Map<string, bigint>;
}

const noFaults: ConsensusFaults = { delayMs: () => 0, missesQuorum: () => false };
const maxNodesPerLevel = 1024;

/** The source chain of a local deployment. */
export interface SourceChain extends ReturnType<typeof createSourceChain> {}

/**
 * Creates a source chain that starts now. A relay takes the messages of submitted operations to the destination chain, and
 * another one takes messages back. Both directions need the quorum of the destination chain.
 *
 * `LocalControl` documents the methods that it has too. Those that return a promise act between two events, when everything due
 * by the call has happened. They throw a UsageError for what is not possible now, and an {@link UnknownOperationError} for an
 * unknown id. After an event has failed, nothing happens any more, and every method throws its error. After `stop`, that is a
 * LocalDeploymentError `DEPLOYMENT_STOPPED`. Ids may have upper-case digits, except for `find`, which must be fast.
 */
export function createSourceChain(
  destination: DestinationChain,
  clock: Clock,
  { rollBackAfterMs, accounts = [], faults = noFaults, ...options }: SourceChainOptions,
) {
  const startedAtMs = unixNowMs();
  const isManual = clock === standingClock;
  const { epochMs, consensusMs, executionMs } = options;
  const state: ChainState = {
    settings: { epochMs, consensusMs, executionMs, quorum: destination.quorum },
    timeline: initialTimeline(epochMs),
    operations: new Map(),
    outbound: { open: new Map(), ended: new Map() },
    inbound: { open: new Map(), ended: new Map() },
    failures: new Map(),
    balances: initialBalances(accounts),
  };
  /** Not part of the state: an id must never be used for another operation. */
  let submissions = 0;
  const listeners = new Set<(change: ChainChange) => void>();
  const emit = (change: ChainChange): void => {
    for (const listener of listeners) listener(change);
  };
  const balances = createBalances(state);
  const ledger = createOperationLedger(state, startedAtMs, (operationId) => {
    if (listeners.size > 0) emit({ kind: 'operation', operationId });
  });
  const schedule = createSchedule<ChainEvent>(clock, (event, atMs) => relays.run(event, atMs));
  const { assertRunning } = schedule;
  const relays = createRelays({
    state,
    destination,
    ledger,
    balances,
    faults,
    rollBackAfterMs,
    schedule: schedule.at,
    changed: (direction, epoch) => emit({ kind: 'root', direction, epoch }),
  });

  /** Makes a method that reads the state, which throws after the chain has ended. */
  function reading<Args extends readonly unknown[], Result>(
    read: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => {
      assertRunning();
      return read(...args);
    };
  }

  function known(id: string): Operation {
    const operationId = canonicalOperationId(id);
    const operation = ledger.get(operationId);
    if (operation === undefined) throw new UnknownOperationError(operationId);
    return operation;
  }

  async function prove(id: string, direction?: Direction): Promise<InclusionProof> {
    const { operationId, epochs } = known(id);
    const place = epochs.findLast((epoch) => direction === undefined || epoch.direction === direction);
    if (place === undefined)
      throw new UsageError(
        `No message of ${operationId} is in ${direction ? `an ${direction}` : 'a'} tree yet`,
      );
    const ended = state[place.direction].ended.get(place.epoch) as EndedEpoch;
    const index = ended.messages.findIndex((message) => message.operationId === operationId);
    const { root } = ended.tree;
    const leaf = ended.tree.leafAt(index);
    const proof = ended.tree.proofOf(index);
    const [isProven, isRootSet] = await Promise.all([
      destination.isProven(leaf, proof, root),
      place.direction === 'outbound'
        ? destination.rootOf(BigInt(place.epoch)).then((set) => set === root)
        : ended.state === 'set',
    ]);
    return { operationId, ...place, leaf, proof, root, isProven, isRootSet };
  }

  return {
    /** Returns the time of the chain, in milliseconds of unix time. */
    now: (): number => startedAtMs + schedule.now(),
    /** Returns whether only {@link SourceChain.advance} moves the time. A manual clock is always frozen. */
    isFrozen: reading(() => isManual || schedule.isFrozen()),
    settings: reading((): ChainSettings => ({ ...state.settings })),
    /**
     * Submits the operation that a valid request describes.
     *
     * @throws {UsageError} that names each asset of which the caller has too little.
     */
    submit: reading((request: LooseSimulationRequest): Hex => {
      const { betaCaller = '', shardsKey = '' } = request;
      const operationId = syntheticHash('operation', betaCaller, shardsKey, `${submissions}`);
      const message = requestMessage(request, operationId);
      balances.debit(betaCaller, message.assets);
      submissions++;
      const atMs = schedule.now();
      const hash = syntheticHash('submission', operationId);
      ledger.open(operationId, request, { blockchainType: 'BETA', hash }, atMs);
      relays.send(message, atMs);
      return operationId;
    }),
    /** Returns the record of an operation, or undefined for an unknown id. */
    find: reading((operationId: string): OperationRecord | undefined => ledger.get(operationId)?.record),
    async advance(ms: number): Promise<void> {
      if (startedAtMs + schedule.now() + ms > latestDateMs)
        throw new UsageError(
          `The time cannot advance by ${ms} ms: the latest possible date is ${latestDateMs} ms`,
        );
      const done = schedule.advance(ms);
      emit({ kind: 'clock' });
      await done;
    },
    async freeze(): Promise<void> {
      assertRunning();
      await schedule.freeze();
      emit({ kind: 'clock' });
    },
    async resume(): Promise<void> {
      assertRunning();
      if (isManual) throw new UsageError('The clock is manual: only advance moves it');
      await schedule.resume();
      emit({ kind: 'clock' });
    },
    async configure(changes: Partial<ChainSettings>): Promise<void> {
      await schedule.between(async () => {
        const changed = { ...state.settings, ...definedMembers(changes) };
        if (changed.quorum !== state.settings.quorum) await destination.setQuorum(changed.quorum);
        if (changed.epochMs !== state.settings.epochMs) {
          // Not the time of the call: there may be later submissions, and their epochs must keep their numbers.
          state.timeline = changeEpochs(state.timeline, changed.epochMs, schedule.now());
          relays.endOpenEpoch();
        }
        state.settings = changed;
      });
      // The running epoch may already be longer than the new length.
      await schedule.between(() => {});
    },
    failExecution: (id: string, errorName: ExecutionErrorName): Promise<void> =>
      schedule.between(() => {
        const { operationId, record } = known(id);
        if (!record.success) throw new UsageError(`${operationId} has already failed`);
        const { stages } = defaultConventions;
        if (stages.indexOf(record.stage) >= stages.indexOf('executedInALPHA'))
          throw new UsageError(`${operationId} is already executed`);
        state.failures.set(operationId, errorName);
      }),
    rollBack: (id: string): Promise<void> =>
      schedule.between((atMs) => {
        const operation = known(id);
        const { operationId } = operation;
        if (operation.isRolledBack) throw new UsageError(`${operationId} is already rolled back`);
        if (operation.record.success) throw new UsageError(`${operationId} did not fail`);
        if (!canRollBack(operation))
          throw new UsageError(`${operationId} has no assets, so there is nothing to roll back`);
        relays.rollBack(operation, atMs);
      }),
    /** Also undoes deliveries on the source chain. Those on the destination chain make it impossible. */
    reorganise: (id: string): Promise<void> =>
      schedule.between((atMs) => {
        const { operationId, epochs } = known(id);
        const place = epochs.findLast(
          ({ direction, epoch }) => state[direction].ended.get(epoch)?.state === 'set',
        );
        if (place === undefined)
          throw new UsageError(`There is no root to withdraw: none includes a message of ${operationId}`);
        return relays.reorganise(place.direction, place.epoch, atMs);
      }),
    operations: reading(({ stage, limit = defaultLimit, before }: OperationsQuery = {}): LocalOperation[] => {
      const end = before === undefined ? state.operations.size : known(before).index;
      const older = [...state.operations.values()].slice(0, end).reverse();
      const wanted = stage === undefined ? older : older.filter(({ record }) => record.stage === stage);
      return wanted.slice(0, limit).map(localOperation);
    }),
    /** Returns an operation, or undefined for an unknown id. */
    operation: reading((id: string): LocalOperation | undefined => {
      const operation = ledger.get(canonicalOperationId(id));
      return operation && localOperation(operation);
    }),
    roots: reading((): EpochRoot[] =>
      (['outbound', 'inbound'] as const)
        .flatMap((direction) =>
          [...state[direction].ended.values()].map((ended) => ({
            direction,
            epoch: ended.epoch,
            root: ended.tree.root,
            messages: ended.tree.size,
            state: ended.state,
            endedAtMs: Math.floor(startedAtMs + ended.endedMs),
          })),
        )
        .sort((one, other) => other.endedAtMs - one.endedAtMs || other.epoch - one.epoch),
    ),
    /** Returns the levels of an epoch's tree, leaves first and root last; of more than 1,024 leaves only the upper levels. */
    tree: reading((direction: Direction, epoch: number): readonly (readonly Hex[])[] | undefined =>
      state[direction].ended.get(epoch)?.tree.levels(maxNodesPerLevel),
    ),
    /** @param direction - Default: the direction of its newest message. */
    proof: (id: string, direction?: Direction): Promise<InclusionProof> =>
      schedule.between(() => prove(id, direction)),
    /**
     * Takes a snapshot of both chains, with time and settings.
     *
     * @param others - Takes a snapshot of something else at the same moment, and returns what restores it.
     * @returns A function that restores it, any number of times. Operation ids are never used twice.
     */
    snapshot: (...others: readonly (() => () => void)[]): Promise<() => Promise<void>> =>
      schedule.between(async () => {
        const kept = copyOf(state);
        const restoreParts = [schedule.snapshot, ...others].map((take) => take());
        const restoreDestination = await destination.snapshot();
        return () =>
          schedule.restore(async () => {
            await restoreDestination();
            for (const restore of restoreParts) restore();
            Object.assign(state, copyOf(kept));
            emit({ kind: 'restored' });
          });
      }),
    /** Calls a function after each change, until the returned function is called. It must not throw. */
    onChange(listener: (change: ChainChange) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: schedule.stop,
  };
}

function copyOf(state: ChainState): ChainState {
  return {
    settings: state.settings,
    timeline: state.timeline,
    operations: new Map(state.operations),
    outbound: copyOfEpochs(state.outbound),
    inbound: copyOfEpochs(state.inbound),
    failures: new Map(state.failures),
    balances: new Map(state.balances),
  };
}

/** Describes an operation. Returns a copy, so that changes do not affect the chain. */
function localOperation(operation: Operation): LocalOperation {
  const { operationId, requestText, record, history, epochs } = operation;
  const { timestamp: _, ...shown } = record;
  const request = JSON.parse(requestText) as LocalOperation['request'];
  return structuredClone({ operationId, request, ...shown, history, epochs });
}
