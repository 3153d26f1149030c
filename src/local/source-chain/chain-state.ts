import type { Hex } from '../evm/destination-chain.js';
import type { ExecutionErrorName } from '../local-control.js';
import type { Credit } from './balances.js';
import type { ChainSettings } from './chain-settings.js';
import type { Direction } from './direction.js';
import { copyOfEpochs, type Epochs } from './epoch.js';
import { type EpochTimeline, initialTimeline } from './epoch-timeline.js';
import type { Operation } from './operation-ledger.js';

/** A message on its way home: what a target sent back, or the assets of an operation that is rolled back. */
export interface ReturnMessage {
  /** The operation that it belongs to. */
  readonly operationId: Hex;
  /** What it brings to a caller whose balances are kept. */
  readonly credit?: Credit | undefined;
}

/** Everything that a source chain knows, but for its time and the votes. A copy of it is a snapshot. */
export interface ChainState {
  settings: ChainSettings;
  timeline: EpochTimeline;
  /** By id, in the order of their submission. */
  operations: Map<string, Operation>;
  /** Messages to the destination chain are the operations themselves, by their ids. */
  outbound: Epochs<Hex>;
  inbound: Epochs<ReturnMessage>;
  /** Executions that shall fail, by operation. */
  failures: Map<string, ExecutionErrorName>;
  /** What the accounts have that do not have as much as they ask for, see {@link createBalances}. */
  balances: Map<string, bigint>;
}

/** Something that is to happen on a source chain. */
export type ChainEvent =
  /** An epoch ends, the validators vote for its root, its messages are delivered. */
  | { readonly kind: 'end' | 'vote' | 'deliver'; readonly direction: Direction; readonly epoch: number }
  | { readonly kind: 'roll-back'; readonly operationId: Hex };

/** The state of a chain on which nothing has happened. */
export function initialState(settings: ChainSettings, balances: Map<string, bigint>): ChainState {
  return {
    settings,
    timeline: initialTimeline(settings.epochMs),
    operations: new Map(),
    outbound: { open: new Map(), ended: new Map() },
    inbound: { open: new Map(), ended: new Map() },
    failures: new Map(),
    balances,
  };
}

/** Copies a state, so that neither of the two notices what becomes of the other. */
export function copyOfState(state: ChainState): ChainState {
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
