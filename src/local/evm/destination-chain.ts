import type { Simulation } from '../../contract/responses.js';
import type { LocalDeploymentError } from '../../errors.js';
import type { ExecutionErrorName } from '../local-control.js';

/** Hex text with a `0x` prefix. */
export type Hex = `0x${string}`;

/** An asset of a message: a source-chain token in raw form, or `""` for the source chain's native coin. */
export interface MessageAsset {
  readonly token: string;
  /** In base units. */
  readonly amount: bigint;
}

/** A message of the source chain for the cross-chain layer of the destination chain. */
export interface InMessage {
  readonly operationId: Hex;
  readonly shardsKey: bigint;
  /** The caller on the source chain, as text. */
  readonly caller: string;
  readonly target: Hex;
  /** A bare name, or one with `(bytes,bytes)`; `""` only delivers the assets. */
  readonly methodName: string;
  readonly arguments: Hex;
  readonly assets: readonly MessageAsset[];
  /** Who may deliver it; undefined lets the chain choose. */
  readonly executor?: Hex | undefined;
  readonly extraData: Hex;
}

/** A message that a target sent back to the source chain while its call was executed. */
export interface OutboundMessage {
  readonly operationId: Hex;
  readonly caller: Hex;
  /** The recipient on the source chain, as text. */
  readonly target: string;
  readonly payload: Hex;
  readonly shardsKey: bigint;
  readonly burned: readonly { readonly token: Hex; readonly amount: bigint }[];
  readonly locked: readonly { readonly token: Hex; readonly amount: bigint }[];
}

/** Why an execution failed. */
export interface ExecutionError {
  /** The revert, decoded. */
  readonly text: string;
  /** The revert's data. */
  readonly data: Hex;
  /** What a note calls it (section 2.3). Source: practice. */
  readonly errorName: ExecutionErrorName;
}

/** What became of a message that was executed on the destination chain. */
export interface Execution {
  readonly transactionHash: Hex;
  readonly success: boolean;
  readonly error?: ExecutionError | undefined;
  readonly outMessages: readonly OutboundMessage[];
}

/** A token of the destination chain, with its address on the source chain. */
export interface DestinationToken {
  readonly name: string;
  /** Its raw address on the source chain; `""` for the native coin. */
  readonly beta: string;
  readonly alpha: Hex;
  /** `bridged` tokens are minted and burned by the layer, `reserve` tokens unlocked and locked. */
  readonly kind: 'bridged' | 'reserve';
}

/** Where the contracts of the destination chain are. */
export interface DestinationContracts {
  readonly layer: Hex;
  readonly targets: {
    /** `swap`: arguments are `(address tokenOut, uint256 minimumOutput)`. */
    readonly swap: Hex;
    /** `bounce`: sends the assets back, the arguments as the payload. */
    readonly bounce: Hex;
    /** `failWithReason (string)`, `failWithCustomError (uint256, string)`, `failWithPanic`, `failWithoutData`, `failWithData`. */
    readonly failing: Hex;
    /** `burnGas` and `burnAndRefund`: arguments are `(uint256 slots)`. */
    readonly gasBurner: Hex;
  };
  /** Contracts of yours, by the names that `deploy` gives them. */
  readonly deployed: Readonly<Record<string, Hex>>;
}

/** The destination chain of a local deployment: a real EVM with the cross-chain layer on it. */
export interface DestinationChain {
  readonly chainId: number;
  /** The node's JSON-RPC endpoint without what may be a credential; of the bundled engine on loopback. */
  readonly rpcUrl: string;
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
  /** Who may deliver; the first is the default. */
  readonly executors: readonly Hex[];
  /**
   * What tells the operation ids of this start from those of others on the same layer, which knows each id only once;
   * `""` where the layer is its own, so that the same submissions have the same ids each time.
   */
  readonly salt: string;
  /** How many validators there are: {@link DestinationChain.voteForRoot} takes 0 up to one less. */
  readonly validators: number;
  /** How many of them must agree on a root, as it is now. */
  readonly quorum: number;
  /** Computes a simulation (section 2.2) without changing the chain's state. */
  simulate(message: InMessage): Promise<Simulation>;
  /** The Merkle leaf of a message: the hash that the layer computes on chain, hashed twice. */
  leafOf(message: InMessage): Hex;
  /** Asks the layer whether a proof leads from a leaf to a root. */
  isProven(leaf: Hex, proof: readonly Hex[], root: Hex): Promise<boolean>;
  /** Votes for an epoch's root with one validator's account; the layer sets it when its quorum agrees. */
  voteForRoot(epoch: bigint, root: Hex, validator: number): Promise<Hex>;
  /** The root that the layer holds for an epoch, or undefined before a quorum agreed and after its withdrawal. */
  rootOf(epoch: bigint): Promise<Hex | undefined>;
  /**
   * Takes the root of an epoch away again; that epoch never gets one any more.
   *
   * @throws {UsageError} when the epoch has none.
   */
  withdrawRoot(epoch: bigint): Promise<void>;
  /**
   * Changes how many validators must agree on a root; votes that were given before count.
   *
   * @throws {UsageError} when there are fewer validators.
   */
  setQuorum(quorum: number): Promise<void>;
  /**
   * Executes a message that the root of an epoch proves.
   *
   * @param options.gas - A limit, to make it run out of gas; a limit that is too low for any transaction with this
   * message is raised to what the chain demands of one. Default: enough.
   */
  execute(
    message: InMessage,
    epoch: bigint,
    proof: readonly Hex[],
    options?: { readonly gas?: bigint | undefined },
  ): Promise<Execution>;
  /**
   * Keeps the chain's state; the result goes back to it, as often as it is called.
   *
   * @throws {UsageError} when the node cannot; the result throws it when a node has dropped the state.
   */
  snapshot(): Promise<() => Promise<void>>;
  /**
   * What an `eth_call` at {@link DestinationChain.rpcUrl} needs as its third parameter to see what the chain sees.
   * Undefined where the node itself has all of it.
   */
  stateOverrides(): StateOverrides | undefined;
  /** Resolves when the EVM ended although it was not stopped; undefined where that is no matter of the chain's. */
  readonly ended?: Promise<LocalDeploymentError> | undefined;
  stop(): Promise<void>;
}

/** Changes of accounts by address, in the format of JSON-RPC. */
export type StateOverrides = Readonly<Record<Hex, AccountOverride>>;

/** The changes of one account. Quantities are hex. */
export interface AccountOverride {
  readonly balance?: Hex;
  readonly nonce?: Hex;
  readonly code?: Hex;
  /** The storage slots that change. */
  readonly stateDiff?: Readonly<Record<Hex, Hex>>;
}
