import { z } from 'zod';
import type { ChainNames } from '../../contract/dialect.js';
import type { Hex } from '../evm/json-rpc.js';
import type { DestinationContracts, DestinationToken } from '../evm/layer.js';
import { type LocalConventions, localConventionsSchema } from './local-conventions.js';

/** The URLs, chains, contracts, tokens and accounts of a local deployment, as plain data. */
export interface LocalDescription {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
  readonly chains: ChainNames;
  /** The conventions that differ from those seen in practice. */
  readonly conventions: LocalConventions;
  /**
   * The JSON-RPC URL of the EVM. For your own node it is only the origin, with `[redacted]` in place of a path or query,
   * which may hold a key. Sending transactions to it is not supported.
   */
  readonly evmRpcUrl: string;
  /** The addresses of the cross-chain layer, the targets and your own contracts on the destination chain. */
  readonly contracts: DestinationContracts;
  /** The tokens of both chains, including the native coin. */
  readonly tokens: readonly DestinationToken[];
  /** The addresses that may deliver on the destination chain. The first one is the default. */
  readonly executors: readonly Hex[];
  /** Accounts of the source chain, for `betaCaller`. */
  readonly accounts: readonly [string, ...string[]];
}

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]);

/** The schema of {@link LocalDescription}. */
export const descriptionSchema: z.ZodType<LocalDescription> = z.strictObject({
  simulatorUrl: z.url(),
  observerUrl: z.url(),
  chains: z.strictObject({ alpha: z.string(), beta: z.string() }),
  conventions: localConventionsSchema,
  evmRpcUrl: z.url(),
  contracts: z.strictObject({
    layer: address,
    targets: z.strictObject({ swap: address, bounce: address, failing: address, gasBurner: address }),
    deployed: z.record(z.string(), address),
  }),
  tokens: z.array(
    z.strictObject({
      name: z.string(),
      beta: z.string(),
      alpha: address,
      kind: z.enum(['bridged', 'reserve']),
    }),
  ),
  executors: z.array(address),
  accounts: z.tuple([z.string()], z.string()),
});
