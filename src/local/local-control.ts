import type { InclusionNote, InclusionTransaction } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Hex, StateOverrides } from './evm/destination-chain.js';
import type { AppliedFault, FaultRule } from './faults/fault-rule.js';
import type { ChainSettings } from './source-chain/chain-settings.js';
import type { Direction } from './source-chain/direction.js';
import type { Stage } from './source-chain/operation-ledger.js';

/** What drives a local deployment: in its own process, or from another one by its control listener. */
export interface LocalControl {
  /**
   * Submits an operation on the source chain.
   *
   * @returns Its id: `0x` and 64 hex digits, another one for each submission.
   * @throws {UsageError} naming each bad field, when the request is not valid.
   * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED`, or `DEPLOYMENT_ENGINE_FAILED`; so do all others that are about the chains.
   */
  submit(request: LooseSimulationRequest): Promise<string>;
  /**
   * Moves the time of the source chain forward, and resolves when everything due by then has happened: epochs,
   * votes and executions, one after another. A frozen chain moves too.
   *
   * @param ms - Milliseconds, zero or more.
   * @throws {UsageError} when it is not that, or no date can be so late.
   */
  advance(ms: number): Promise<void>;
  /** The time of the source chain, and whether it stands still. */
  clock(): Promise<ChainClock>;
  /** Makes the time of the source chain stand still, apart from {@link LocalControl.advance}. */
  freeze(): Promise<void>;
  /** Lets time pass again, from where it stood. */
  resume(): Promise<void>;
  /** The settings of the source chain as they are now. */
  settings(): Promise<ChainSettings>;
  /**
   * Changes the length of epochs, of consensus and execution, or the quorum. Another length of epochs applies to the
   * running one as well, which ends at once when it has run for longer. Consensus and execution of an epoch that has
   * ended stay due when they were.
   *
   * @returns All settings as they are now.
   * @throws {UsageError} when one is bad or unknown.
   */
  configure(changes: Partial<ChainSettings>): Promise<ChainSettings>;
  /**
   * Makes the next execution of an operation on the destination chain fail.
   *
   * @throws {UsageError} for an unknown id, or an operation that is executed already; so do the next three.
   */
  failExecution(operationId: string, failure?: ExecutionFailure): Promise<void>;
  /** Sends the assets of a failed operation back over the return stages. */
  rollBack(operationId: string): Promise<void>;
  /**
   * Withdraws the newest root that includes a message of the operation, as a reorganisation does: the operations of
   * that epoch are collected again, and their stage goes back.
   */
  reorganise(operationId: string): Promise<void>;
  /** The Merkle proof of an operation's message, verified by the contract on the EVM. */
  proof(operationId: string, direction?: Direction): Promise<InclusionProof>;
  /**
   * One operation.
   *
   * @throws {UsageError} for an unknown id.
   */
  operation(operationId: string): Promise<LocalOperation>;
  /** The operations, newest first. */
  operations(query?: OperationsQuery): Promise<readonly LocalOperation[]>;
  /** The roots of all epochs that had messages, newest first. */
  roots(): Promise<readonly EpochRoot[]>;
  /**
   * What an `eth_call` at `evmRpcUrl` needs as its third parameter to see what the simulator sees, where the contracts
   * are placed on a node by state overrides; undefined where the node itself has all of it.
   */
  stateOverrides(): Promise<StateOverrides | undefined>;
  /** Keeps the state of both chains and the faults, and gives it a name. The newest 100 are kept. */
  snapshot(): Promise<string>;
  /**
   * Goes back to a snapshot, as often as you like.
   *
   * @throws {UsageError} when it is unknown, or not kept any more.
   */
  restore(snapshot: string): Promise<void>;
  /**
   * Sets a fault.
   *
   * @returns Its id, for {@link LocalControl.clearFaults}.
   * @throws {UsageError} naming each bad member, or when 1,000 are set, those that are over among them.
   */
  setFault(rule: FaultRule): Promise<string>;
  /** The faults that are set, and how often each has triggered. */
  faults(): Promise<readonly AppliedFault[]>;
  /** Takes back one fault, or all of them. Requests that stall already are not freed. */
  clearFaults(faultId?: string): Promise<void>;
}

/** The time of the source chain. */
export interface ChainClock {
  /** Unix time in milliseconds. */
  readonly now: number;
  readonly isFrozen: boolean;
}

/** How an execution fails. */
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

/** Which operations to list. */
export interface OperationsQuery {
  readonly stage?: Stage | undefined;
  /** Default: 100. At most 1,000. */
  readonly limit?: number | undefined;
  /** Only those that were submitted before this one. */
  readonly before?: string | undefined;
}

/** An operation, with all that it went through. */
export interface LocalOperation {
  readonly operationId: string;
  readonly request: LooseSimulationRequest;
  readonly stage: Stage;
  readonly success: boolean;
  readonly note: InclusionNote | null;
  readonly transactions: readonly InclusionTransaction[];
  /** Each change of stage or success, oldest first; `atMs` is unix time in milliseconds. */
  readonly history: readonly { readonly stage: Stage; readonly success: boolean; readonly atMs: number }[];
  /** The epochs whose trees have a message of it. */
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

/** That a message is in the tree of an epoch. */
export interface InclusionProof {
  readonly operationId: string;
  readonly direction: Direction;
  readonly epoch: number;
  readonly leaf: Hex;
  /** The siblings of the leaf's path, from the leaf up. */
  readonly proof: readonly Hex[];
  readonly root: Hex;
  /** Whether the contract on the EVM finds that the proof leads from the leaf to the root. */
  readonly isProven: boolean;
  /** Whether that root is set on the chain that checks it. */
  readonly isRootSet: boolean;
}
