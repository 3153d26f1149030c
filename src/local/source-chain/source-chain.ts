import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Hex } from '../evm/json-rpc.js';
import type {
  EpochRoot,
  ExecutionErrorName,
  InclusionProof,
  LocalOperation,
  OperationsQuery,
} from '../local-control.js';
import type { ChainSettings } from './chain-settings.js';
import type { Direction } from './direction.js';
import type { OperationRecord } from './operation-ledger.js';

/** Something changed on a source chain. */
export type ChainChange =
  | { readonly kind: 'operation'; readonly operationId: Hex }
  | { readonly kind: 'root'; readonly direction: Direction; readonly epoch: number }
  /** Time was moved, stopped or started; that it passes is no change. */
  | { readonly kind: 'clock' }
  /** The chain went back to a snapshot, with everything on it. */
  | { readonly kind: 'restored' };

/**
 * The source chain of a local deployment. What changes it and gives a promise does so between two events, when all
 * that was due by the call has happened. Once an event failed nothing happens any more, and everything throws, or
 * rejects with, what it threw; after `stop` that is a LocalDeploymentError `DEPLOYMENT_STOPPED`.
 */
export interface SourceChain {
  /** Milliseconds of unix time, as it is on the chain. */
  now(): number;
  /** Whether its time stands still, apart from {@link SourceChain.advance}; with a clock that stands still always. */
  isFrozen(): boolean;
  settings(): ChainSettings;
  /**
   * Submits the operation that a valid request describes.
   *
   * @returns The operation id: `0x` and 64 hex digits. Each submission has its own.
   * @throws {UsageError} naming each asset of which the caller has too little.
   */
  submit(request: LooseSimulationRequest): Hex;
  /** What became of an operation so far, or undefined for an id that was never given. */
  find(operationId: string): OperationRecord | undefined;
  /** Moves the time forward by milliseconds, and waits until everything due by then has happened. */
  advance(ms: number): Promise<void>;
  freeze(): Promise<void>;
  /** @throws {UsageError} when its clock is one that stands still. */
  resume(): Promise<void>;
  /**
   * Changes settings. Another length of epochs applies to the running one as well, which ends at once when it has run for
   * longer. Consensus and execution that were due at some time already are due then.
   *
   * @throws {UsageError} when a setting is unknown or invalid.
   */
  configure(changes: Partial<ChainSettings>): Promise<void>;
  /**
   * Makes the next execution of an operation fail. On the EVM `NotEnoughGas` fails by a low limit of gas,
   * `InvalidMerkleProof` by a tampered proof and `ProxyCallError` by an executor that is none;
   * `MessageAlreadyProcessed` and `TokenNotExist` are only told: nothing is sent.
   *
   * @throws {UsageError} for an unknown operation, or one that was delivered already.
   */
  failExecution(operationId: string, errorName: ExecutionErrorName): Promise<void>;
  /**
   * Sends the assets of a failed operation home, in a message that joins the epoch which is open.
   *
   * @throws {UsageError} for an operation that is unknown, did not fail, has no assets or is on its way already.
   */
  rollBack(operationId: string): Promise<void>;
  /**
   * Withdraws the newest root that includes a message of an operation. All messages of its epoch are collected
   * again, in the epoch which is open; what was delivered on the source chain is undone.
   *
   * @throws {UsageError} when there is no such root, when its messages were delivered on the destination chain, and
   * when somebody has spent what they brought home.
   */
  reorganise(operationId: string): Promise<void>;
  /** @throws {UsageError} when `before` is no operation. */
  operations(query?: OperationsQuery): LocalOperation[];
  operation(operationId: string): LocalOperation | undefined;
  /** Returns the roots of all epochs that had messages, newest first. */
  roots(): EpochRoot[];
  /** The levels of an epoch's tree, leaves first and root last; with over 1,024 leaves only the upper levels. */
  tree(direction: Direction, epoch: number): readonly (readonly Hex[])[] | undefined;
  /**
   * Proves that a message of an operation is in the tree of an epoch: its newest one, by default of either direction.
   *
   * @throws {UsageError} when the operation is unknown or its message not in a tree.
   */
  proof(operationId: string, direction?: Direction): Promise<InclusionProof>;
  /**
   * What a caller has of a token, by default of the native coin; undefined when it has as much as it asks for.
   * Addresses may be in any form.
   */
  balanceOf(caller: string, token?: string): bigint | undefined;
  /**
   * Keeps the state of both chains, with time and settings.
   *
   * @param others - Takes a snapshot of something else at the same moment, and returns what restores it.
   * @returns What goes back to it, as often as it is called. Ids of operations are never given twice.
   */
  snapshot(...others: readonly (() => () => void)[]): Promise<() => Promise<void>>;
  /** Is told of each change when it has happened, until the result is called. It must not throw. */
  onChange(listener: (change: ChainChange) => void): () => void;
  stop(): Promise<void>;
}
