import type { InclusionNote, InclusionTransaction } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Hex, StateOverrides } from './evm/destination-chain.js';
import type { AppliedFault, FaultRule } from './faults/fault-rule.js';
import type { AnswerInterceptor, Interceptor } from './faults/interceptor.js';
import type { ChainSettings } from './source-chain/chain-settings.js';
import type { Direction } from './source-chain/direction.js';
import type { Stage } from './source-chain/operation-ledger.js';

/** The methods that control a local deployment, in its own process or through its control listener. */
export interface LocalControl {
  /**
   * Submits an operation on the source chain.
   *
   * @returns The operation id: `0x` and 64 hex digits. Each submission has its own.
   * @throws {UsageError} with every invalid field, when the request is not valid.
   * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` or `DEPLOYMENT_ENGINE_FAILED`, as do all methods that use the
   * chains.
   */
  submit(request: LooseSimulationRequest): Promise<string>;
  /**
   * Moves the time of the source chain forward. Resolves when all epochs, votes and executions due by then have
   * happened, in order. Also works while the clock is frozen.
   *
   * @param ms - Milliseconds, zero or more.
   * @throws {UsageError} when `ms` is not such a number, or the resulting date is out of range.
   */
  advance(ms: number): Promise<void>;
  /** Returns the time of the source chain, and whether it is frozen. */
  clock(): Promise<ChainClock>;
  /** Freezes the time of the source chain. Only {@link LocalControl.advance} moves it then. */
  freeze(): Promise<void>;
  /** Lets time pass again, from the moment at which it was frozen. */
  resume(): Promise<void>;
  /** Returns the current settings of the source chain. */
  settings(): Promise<ChainSettings>;
  /**
   * Changes the duration of epochs, consensus or execution, or the quorum. A new epoch duration also applies to the
   * running epoch, which ends at once if it has already run for longer. Consensus and execution of epochs that have
   * ended keep their times.
   *
   * @returns All current settings.
   * @throws {UsageError} when a setting is unknown or invalid.
   */
  configure(changes: Partial<ChainSettings>): Promise<ChainSettings>;
  /**
   * Makes the next execution of an operation on the destination chain fail.
   *
   * @throws {UsageError} for an unknown id, or an operation that is already executed, as do the next three methods.
   */
  failExecution(operationId: string, failure?: ExecutionFailure): Promise<void>;
  /** Sends the assets of a failed operation back over the return stages. */
  rollBack(operationId: string): Promise<void>;
  /**
   * Withdraws the newest root that includes a message of the operation, as a chain reorganisation does. The operations
   * of that epoch are collected again, and their stage goes back.
   */
  reorganise(operationId: string): Promise<void>;
  /** Returns the Merkle proof of an operation's message, verified by the contract on the EVM. */
  proof(operationId: string, direction?: Direction): Promise<InclusionProof>;
  /**
   * Returns an operation.
   *
   * @throws {UsageError} for an unknown id.
   */
  operation(operationId: string): Promise<LocalOperation>;
  /** Returns the operations, newest first. */
  operations(query?: OperationsQuery): Promise<readonly LocalOperation[]>;
  /** Returns the roots of all epochs that had messages, newest first. */
  roots(): Promise<readonly EpochRoot[]>;
  /**
   * Returns the state overrides that an `eth_call` at `evmRpcUrl` needs as its third parameter to see what the simulator
   * sees, if the contracts are placed on a node by state overrides. Returns undefined if the node itself has all state.
   */
  stateOverrides(): Promise<StateOverrides | undefined>;
  /** Takes a snapshot of both chains and the faults, and returns its name. The newest 100 are kept. */
  snapshot(): Promise<string>;
  /**
   * Restores a snapshot. You can restore it any number of times.
   *
   * @throws {UsageError} when the snapshot is unknown, or no longer kept.
   */
  restore(snapshot: string): Promise<void>;
  /**
   * Brings the deployment to the state after a fixture, for each test anew: runs the fixture and takes a snapshot the first
   * time, and restores that snapshot from then on.
   *
   * @param fixture - A named function. Each function is a fixture of its own.
   * @returns What the fixture returned.
   * @throws {UsageError} when the function has no name, or its snapshot is no longer kept.
   * @example
   * async function withOperation() {
   *   return { operationId: await local.submit(request) };
   * }
   * const { operationId } = await local.loadFixture(withOperation);
   */
  loadFixture<Result>(fixture: () => Promise<Result> | Result): Promise<Result>;
  /**
   * Sets a fault. It stays until it is cleared: by its `clear`, by `await using`, or by {@link LocalControl.clearFaults}.
   *
   * @throws {UsageError} with every invalid member, or when 1,000 faults are set, including those that are over.
   * @example
   * const fault = await local.setFault({ fault: 'html' });
   * await fault.clear();
   */
  setFault(rule: FaultRule): Promise<LocalFault>;
  /**
   * Runs a function while a fault is set, and clears the fault afterwards, also if the function throws.
   *
   * @returns What the function returned.
   * @throws {UsageError} as {@link LocalControl.setFault} does.
   * @example
   * await local.withFault({ fault: 'html', endpoint: 'simulate' }, () => expect(request).not.toSimulateSuccessfully());
   */
  withFault<Result>(rule: FaultRule, run: () => Promise<Result> | Result): Promise<Result>;
  /**
   * Changes requests and answers as you say: their status, headers and body, when they are sent, and whether at all. It stays
   * until it is cleared, as a fault does. A function changes answers, and needs the deployment to run in this process.
   *
   * @throws {UsageError} with every invalid member; for a function, if the deployment runs in another process.
   * @example
   * const interceptor = await local.intercept(({ endpoint, answer }) =>
   *   endpoint === 'simulate' ? { headers: { 'x-cache': null }, patch: { response: { estimatedGas: 7 } } } : undefined,
   * );
   * await interceptor.clear();
   */
  intercept(interceptor: Interceptor | AnswerInterceptor): Promise<LocalFault>;
  /** Returns the faults and interceptors that are set, and how often each has triggered. */
  faults(): Promise<readonly AppliedFault[]>;
  /** Clears one fault or interceptor, or all of them. Requests that are already stalled stay stalled. */
  clearFaults(faultId?: string): Promise<void>;
}

/** A control without what is built on it for users. */
export type BareControl = Omit<LocalControl, 'loadFixture' | 'setFault' | 'withFault' | 'intercept'> & {
  /** Returns the id of the fault. */
  setFault(rule: FaultRule): Promise<string>;
  /** Returns the id of the interceptor. */
  intercept(interceptor: Interceptor | AnswerInterceptor): Promise<string>;
};

/** A fault or an interceptor that is set. `await using` clears it at the end of the block. */
export interface LocalFault extends AsyncDisposable {
  /** Its id, for {@link LocalControl.clearFaults}. */
  readonly faultId: string;
  /** Clears the fault. Does nothing if it is cleared already. */
  clear(): Promise<void>;
}

/** The time of the source chain. */
export interface ChainClock {
  /** Unix time in milliseconds. */
  readonly now: number;
  readonly isFrozen: boolean;
}

/** The error with which an execution fails. */
export interface ExecutionFailure {
  /** Default: `ProxyCallError`. Source: practice. */
  readonly errorName?: ExecutionErrorName | undefined;
}

/** The error names of notes (section 2.3). Source: practice. */
export type ExecutionErrorName =
  | 'ProxyCallError'
  | 'NotEnoughGas'
  | 'InvalidMerkleProof'
  | 'MessageAlreadyProcessed'
  | 'TokenNotExist';

/** The filter of a list of operations. */
export interface OperationsQuery {
  readonly stage?: Stage | undefined;
  /** Default: 100. At most 1,000. */
  readonly limit?: number | undefined;
  /** Limits the list to operations submitted before this one. */
  readonly before?: string | undefined;
}

/** An operation with its history. */
export interface LocalOperation {
  readonly operationId: string;
  readonly request: LooseSimulationRequest;
  readonly stage: Stage;
  readonly success: boolean;
  readonly note: InclusionNote | null;
  readonly transactions: readonly InclusionTransaction[];
  /** Each change of stage or success, oldest first; `atMs` is unix time in milliseconds. */
  readonly history: readonly { readonly stage: Stage; readonly success: boolean; readonly atMs: number }[];
  /** The epochs whose trees contain a message of the operation. */
  readonly epochs: readonly { readonly direction: Direction; readonly epoch: number }[];
}

/** The Merkle root of an epoch. */
export interface EpochRoot {
  readonly direction: Direction;
  readonly epoch: number;
  readonly root: Hex;
  /** How many messages the tree has. */
  readonly messages: number;
  /** `collected`: no quorum yet; `missed`: its quorum was missed, its messages went to a later epoch. */
  readonly state: 'collected' | 'set' | 'missed' | 'withdrawn';
  /** When the epoch ended, unix time in milliseconds. */
  readonly endedAtMs: number;
}

/** The proof that a message is in the tree of an epoch. */
export interface InclusionProof {
  readonly operationId: string;
  readonly direction: Direction;
  readonly epoch: number;
  readonly leaf: Hex;
  /** The siblings of the leaf's path, from the leaf up. */
  readonly proof: readonly Hex[];
  readonly root: Hex;
  /** Whether the contract on the EVM accepts the proof from the leaf to the root. */
  readonly isProven: boolean;
  /** Whether the root is set on the chain that verifies it. */
  readonly isRootSet: boolean;
}
