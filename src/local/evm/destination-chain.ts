import type { Simulation } from '../../contract/index.js';

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

/** The destination chain of a local deployment: a real EVM with the cross-chain layer on it. */
export interface DestinationChain {
  readonly chainId: number;
  /** Computes a simulation (section 2.2) without changing the chain's state. */
  simulate(message: InMessage): Promise<Simulation>;
  /** The Merkle leaf of a message: the hash that the layer computes on chain, hashed twice. */
  leafOf(message: InMessage): Hex;
  /** Votes for an epoch's root with one validator's account; the layer sets it when its quorum agrees. */
  voteForRoot(epoch: bigint, root: Hex, validator: number): Promise<Hex>;
  /** Executes a message that the root of an epoch proves. */
  execute(message: InMessage, epoch: bigint, proof: readonly Hex[]): Promise<Execution>;
  stop(): Promise<void>;
}
