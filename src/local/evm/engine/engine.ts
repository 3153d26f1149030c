import type { LocalDeploymentError } from '../../../errors.js';
import type { Hex, StateOverrides } from '../destination-chain.js';
import type { RpcLog } from '../layer/layer-codec.js';

/** A call as JSON-RPC takes it. */
export interface RpcTransaction {
  readonly from: Hex;
  /** Nothing in its place creates a contract. */
  readonly to?: Hex;
  readonly data: Hex;
  /** In wei, as hex. */
  readonly value?: Hex;
  /** A limit, as hex. Default: as much as a transaction may use. */
  readonly gas?: Hex;
}

/** What became of a transaction. */
export interface Sent {
  readonly transactionHash: Hex;
  readonly success: boolean;
  readonly logs: readonly RpcLog[];
  /** The contract that it created. */
  readonly created?: Hex | undefined;
  /** Why it failed, when it did. */
  readonly failure?: CallFailure | undefined;
}

/** Why a call failed. */
export interface CallFailure {
  /** What it reverted with. */
  readonly data: Hex;
  /** It used up its limit outside of any target. */
  readonly isOutOfGas: boolean;
}

/** The chain's newest block, and what the next transaction costs. All prices are in wei a unit of gas. */
export interface Head {
  readonly number: bigint;
  /** Unix time in seconds. */
  readonly timestamp: bigint;
  /** The most gas that a block may use. */
  readonly gasLimit: bigint;
  readonly isEip1559: boolean;
  readonly baseFee: bigint;
  readonly gasTip: bigint;
  /** Base fee and tip together. */
  readonly gasPrice: bigint;
}

/** The accounts from which a chain is driven. */
export interface Accounts {
  /** Deploys, registers and funds; the layer belongs to it. */
  readonly owner: Hex;
  readonly executors: readonly Hex[];
  readonly validators: readonly Hex[];
}

/** What is read of a chain, on the state after a block. */
export interface ChainReader {
  /** The data that a call gives; a revert throws JsonRpcError. */
  call(to: Hex, data: Hex): Promise<Hex>;
  codeOf(address: Hex, block: Hex | 'latest'): Promise<Hex>;
  /**
   * Runs a call without a trace and looks for the smallest gas limit with which it succeeds, in one round trip; gives
   * the results of `eth_simulateV1` and `eth_estimateGas`, a JsonRpcError in the place of one that was rejected.
   */
  simulate(call: RpcTransaction, block: Hex): Promise<[simulated: unknown, gas: unknown]>;
}

/** An EVM that a destination chain can stand on: one of our own, or any node. */
export interface Engine extends ChainReader {
  /** Its JSON-RPC endpoint; of a node without anything that could be a credential. */
  readonly url: string;
  readonly chainId: number;
  head(): Promise<Head>;
  /** Sends a transaction, after those that were sent before it, and says what became of it. */
  send(transaction: RpcTransaction): Promise<Sent>;
  /** See `DestinationChain.snapshot`. */
  snapshot(): Promise<() => Promise<void>>;
  /** See `DestinationChain.stateOverrides`. */
  stateOverrides(): StateOverrides | undefined;
  /** Lets answers take long: until then, while a deployment starts, half a minute is the limit. */
  started(): void;
  /** See `DestinationChain.ended`. */
  readonly ended?: Promise<LocalDeploymentError> | undefined;
  stop(): Promise<void>;
}
