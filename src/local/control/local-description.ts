import type { ChainNames } from '../../contract/dialect.js';
import type { DestinationContracts, DestinationToken, Hex } from '../evm/destination-chain.js';
import type { LocalConventions } from '../local-conventions.js';

/** What there is in a local deployment, as data. */
export interface LocalDescription {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
  readonly chains: ChainNames;
  /** Where it is not as in practice. */
  readonly conventions: LocalConventions;
  /**
   * The EVM's JSON-RPC endpoint; of a node of yours no more than its origin, with `[redacted]` in the place of a path or
   * query, which may hold a key. Sending transactions there is not supported.
   */
  readonly evmRpcUrl: string;
  /** Where the cross-chain layer, the targets and your own contracts are on the destination chain. */
  readonly contracts: DestinationContracts;
  /** The tokens of both chains, the native coin among them. */
  readonly tokens: readonly DestinationToken[];
  /** Who may deliver on the destination chain; the first does by default. */
  readonly executors: readonly Hex[];
  /** Some accounts of the source chain, for `betaCaller`. */
  readonly accounts: readonly [string, ...string[]];
}
