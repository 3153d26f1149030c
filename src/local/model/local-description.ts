import { z } from 'zod';
import type { ChainNames } from '../../contract/dialect.js';
import { addressSchema, contractsSchema, tokenSchema } from '../evm/layer.js';
import { type LocalConventions, localConventionsSchema } from './local-conventions.js';

const descriptionShape = {
  simulatorUrl: z.url(),
  observerUrl: z.url(),
  chains: z.strictObject({ alpha: z.string(), beta: z.string() }) as z.ZodType<ChainNames>,
  /** The conventions that differ from those seen in practice. */
  conventions: localConventionsSchema as z.ZodType<LocalConventions>,
  /**
   * The JSON-RPC URL of the EVM. For your own node it is only the origin, with `[redacted]` in place of a path or query,
   * which may hold a key. Sending transactions to it is not supported.
   */
  evmRpcUrl: z.url(),
  /** The addresses of the cross-chain layer, the targets and your own contracts on the destination chain. */
  contracts: contractsSchema,
  /** The tokens of both chains, including the native coin. */
  tokens: z.array(tokenSchema).readonly(),
  /** The addresses that may deliver on the destination chain. The first one is the default. */
  executors: z.array(addressSchema).readonly(),
  /** Accounts of the source chain, for `betaCaller`. */
  accounts: z.tuple([z.string()], z.string()).readonly(),
  /** Tells this start of the deployment from others at the same URLs. */
  startId: z.string(),
};

/** The schema of {@link LocalDescription}. */
export const descriptionSchema = z.strictObject(descriptionShape);

/** The URLs, chains, contracts, tokens and accounts of a local deployment, as plain data. */
export interface LocalDescription extends Readonly<z.output<z.ZodObject<typeof descriptionShape>>> {}
