import type { Simulation } from '../../contract/simulation-schema.js';

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

/** What became of a message that was executed on the destination chain. */
export interface Execution {
  readonly transactionHash: Hex;
  readonly success: boolean;
  /** The decoded revert, when it failed. */
  readonly error?: { readonly text: string; readonly data: Hex } | undefined;
  readonly outMessages: readonly OutboundMessage[];
}

/** A token of the destination chain, and the source chain's name for it. */
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
}

/** The destination chain of a local deployment: a real EVM with the cross-chain layer on it. */
export interface DestinationChain {
  readonly chainId: number;
  /** The engine's JSON-RPC endpoint, on loopback. */
  readonly rpcUrl: string;
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
  /** Who may deliver; the first is the default. */
  readonly executors: readonly Hex[];
  /** How many validators there are: {@link DestinationChain.voteForRoot} takes 0 up to one less. */
  readonly validators: number;
  /** How many of them must agree on a root. */
  readonly quorum: number;
  /** Computes a simulation (section 2.2) without changing the chain's state. */
  simulate(message: InMessage): Promise<Simulation>;
  /** The Merkle leaf of a message: the hash that the layer computes on chain, hashed twice. */
  leafOf(message: InMessage): Hex;
  /** Votes for an epoch's root with one validator's account; the layer sets it when its quorum agrees. */
  voteForRoot(epoch: bigint, root: Hex, validator: number): Promise<Hex>;
  /** The root that the layer holds for an epoch, or undefined before a quorum agreed. */
  rootOf(epoch: bigint): Promise<Hex | undefined>;
  /** Executes a message that the root of an epoch proves. */
  execute(message: InMessage, epoch: bigint, proof: readonly Hex[]): Promise<Execution>;
  stop(): Promise<void>;
}
