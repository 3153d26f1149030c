import { UsageError } from '../../errors.js';
import { type Clock, latestDateMs, unixNowMs } from '../../internal/clock.js';
import { definedMembers } from '../../internal/objects.js';
import { parseOptions } from '../../internal/options.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { LocalAccount } from '../local-account.js';
import { createBalances, initialBalances } from './balances.js';
import { type ChainSettings, chainSettingsSchema } from './chain-settings.js';
import { type ChainEvent, copyOfState, initialState } from './chain-state.js';
import type { ConsensusFaults } from './consensus-faults.js';
import { changeEpochs } from './epoch-timeline.js';
import { inclusionProofOf, treeLevels } from './inclusion-proofs.js';
import { failExecution, reorganise, rollBack } from './interventions.js';
import { listOperations, listRoots, localOperationOf } from './list-operations.js';
import { createOperationLedger } from './operation-ledger.js';
import { createRelays } from './relays.js';
import { requestMessage } from './request-message.js';
import { createRootVotes } from './root-votes.js';
import { createSchedule, standingClock } from './schedule.js';
import type { ChainChange, SourceChain } from './source-chain.js';
import { syntheticHash } from './synthetic-hash.js';

/** The options of a source chain. */
export interface SourceChainOptions extends Omit<ChainSettings, 'quorum'> {
  /** Time from the failure of an operation with assets until its rollback. Default: none; it waits for `rollBack`. */
  readonly rollBackAfterMs?: number | undefined;
  /** Accounts that are not named have unlimited balances. Default: none. */
  readonly accounts?: readonly LocalAccount[] | undefined;
  /** Default: none. */
  readonly faults?: ConsensusFaults | undefined;
}

const noFaults: ConsensusFaults = { delayMs: () => 0, missesQuorum: () => false };

/**
 * Creates a source chain that starts now. A relay takes the messages of submitted operations to the destination chain, and
 * another one takes messages back. Both directions need the quorum of the destination chain.
 *
 * @throws {UsageError} that names each invalid caller.
 */
export function createSourceChain(
  destination: DestinationChain,
  clock: Clock,
  { rollBackAfterMs, accounts = [], faults = noFaults, ...options }: SourceChainOptions,
): SourceChain {
  const startedAtMs = unixNowMs();
  const { epochMs, consensusMs, executionMs } = options;
  const { quorum } = destination;
  const settings: ChainSettings = { epochMs, consensusMs, executionMs, quorum };
  const state = initialState(settings, initialBalances(accounts));
  const votes = createRootVotes(quorum);
  const isManual = clock === standingClock;
  const balances = createBalances(state);
  const listeners = new Set<(change: ChainChange) => void>();
  const tell = (change: ChainChange): void => {
    for (const listener of listeners) listener(change);
  };
  const ledger = createOperationLedger(state, startedAtMs, (operationId) => {
    if (listeners.size > 0) tell({ kind: 'operation', operationId });
  });
  const schedule = createSchedule<ChainEvent>(clock, (event, atMs) => relays.happen(event, atMs));
  const { assertRunning } = schedule;
  const relays = createRelays({
    state,
    destination,
    ledger,
    balances,
    votes,
    faults,
    rollBackAfterMs,
    schedule: schedule.at,
    changed: (direction, epoch) => tell({ kind: 'root', direction, epoch }),
  });
  /** Not part of the state: an id must never be used for another operation. */
  let submissions = 0;

  return {
    now: () => startedAtMs + schedule.now(),
    // A manual clock is always frozen.
    isFrozen() {
      assertRunning();
      return isManual || schedule.isFrozen();
    },
    settings() {
      assertRunning();
      return { ...state.settings };
    },
    submit(request) {
      assertRunning();
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
    },
    find(operationId) {
      assertRunning();
      return ledger.get(operationId)?.record;
    },
    async advance(ms) {
      if (startedAtMs + schedule.now() + ms > latestDateMs)
        throw new UsageError(
          `The time cannot advance by ${ms} ms: the latest possible date is ${latestDateMs} ms`,
        );
      const done = schedule.advance(ms);
      tell({ kind: 'clock' });
      await done;
    },
    async freeze() {
      assertRunning();
      await schedule.freeze();
      tell({ kind: 'clock' });
    },
    async resume() {
      assertRunning();
      if (isManual) throw new UsageError('The clock is manual: only advance moves it');
      await schedule.resume();
      tell({ kind: 'clock' });
    },
    async configure(changes) {
      parseOptions('The source chain has invalid settings', chainSettingsSchema.partial(), changes);
      await schedule.between(async () => {
        const changed = { ...state.settings, ...definedMembers(changes) };
        if (changed.quorum !== state.settings.quorum) {
          await destination.setQuorum(changed.quorum);
          votes.setQuorum(changed.quorum);
        }
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
    failExecution: (operationId, errorName) =>
      schedule.between(() => failExecution(state, operationId, errorName)),
    rollBack: (operationId) => schedule.between((atMs) => rollBack(state, relays, operationId, atMs)),
    reorganise: (operationId) => schedule.between((atMs) => reorganise(state, relays, operationId, atMs)),
    operations(query) {
      assertRunning();
      return listOperations(state, query);
    },
    operation(operationId) {
      assertRunning();
      const operation = ledger.get(operationId);
      return operation && localOperationOf(operation);
    },
    roots() {
      assertRunning();
      return listRoots(state, startedAtMs);
    },
    tree(direction, epoch) {
      assertRunning();
      return treeLevels(state, direction, epoch);
    },
    proof: (operationId, direction) =>
      schedule.between(() => inclusionProofOf(state, destination, votes, operationId, direction)),
    balanceOf(caller, token = '') {
      assertRunning();
      return balances.of(caller, token);
    },
    snapshot: (...others) =>
      schedule.between(async () => {
        const kept = copyOfState(state);
        const restoreParts = [votes.snapshot, schedule.snapshot, ...others].map((take) => take());
        const restoreDestination = await destination.snapshot();
        return () =>
          schedule.restore(async () => {
            await restoreDestination();
            for (const restore of restoreParts) restore();
            Object.assign(state, copyOfState(kept));
            tell({ kind: 'restored' });
          });
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: schedule.stop,
  };
}
