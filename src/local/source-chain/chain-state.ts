import type { Hex } from '../evm/json-rpc.js';
import type { ExecutionErrorName } from '../local-control.js';
import type { Credit } from './balances.js';
import type { ChainSettings } from './chain-settings.js';
import type { Direction } from './direction.js';
import { copyOfEpochs, type Epochs } from './epoch.js';
import { type EpochTimeline, initialTimeline } from './epoch-timeline.js';
import type { Operation } from './operation-ledger.js';

/** An inbound message: what a target sent back, or the assets of an operation that is rolled back. */
export interface ReturnMessage {
  /** The operation that it belongs to. */
  readonly operationId: Hex;
  /** The assets for a caller with limited balances. */
  readonly credit?: Credit | undefined;
}

/** The state of a source chain, except for its time and the votes. A copy is a snapshot. */
export interface ChainState {
  settings: ChainSettings;
  timeline: EpochTimeline;
  /** By id, in order of submission. */
  operations: Map<string, Operation>;
  /** Outbound messages are the operations themselves, by id. */
  outbound: Epochs<Hex>;
  inbound: Epochs<ReturnMessage>;
  /** Executions that must fail, by operation. */
  failures: Map<string, ExecutionErrorName>;
  /** The limited balances of accounts, see {@link createBalances}. */
  balances: Map<string, bigint>;
}

/** A scheduled event of a source chain. */
export type ChainEvent =
  /** An epoch ends, the validators vote for its root, its messages are delivered. */
  | { readonly kind: 'end' | 'vote' | 'deliver'; readonly direction: Direction; readonly epoch: number }
  | { readonly kind: 'roll-back'; readonly operationId: Hex };

/** Returns the initial state of a chain. */
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

/** Returns an independent copy of a state. */
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
