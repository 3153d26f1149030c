import type { ChainNames } from '../../contract/chains.js';
import type { DestinationContracts, DestinationToken, Hex } from '../evm/destination-chain.js';

/** What there is in a local deployment, as data. */
export interface LocalDescription {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
  readonly chains: ChainNames;
  /** The EVM's JSON-RPC endpoint. Sending transactions there is not supported. */
  readonly evmRpcUrl: string;
  /** Where the cross-chain layer and the targets are on the destination chain. */
  readonly contracts: DestinationContracts;
  /** The tokens of both chains, the native coin among them. */
  readonly tokens: readonly DestinationToken[];
  /** Who may deliver on the destination chain; the first does by default. */
  readonly executors: readonly Hex[];
  /** Some callers of the source chain, in the bounceable form, for `betaCaller`. */
  readonly callers: readonly string[];
}
