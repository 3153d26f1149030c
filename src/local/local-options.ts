import { z } from 'zod';
import { alphaAddressIssue } from '../contract/addresses.js';
import { deploymentOptions } from '../deployment/deployment.js';
import { type Clock, isClock, longestTimerMs, realClock } from '../internal/clock.js';
import { callback, checkedValue, choice, integer, list, text, valueWhere } from '../internal/options.js';
import { accountToFund, contractToDeploy, tokenToRegister } from './evm/custom/custom-contracts.js';
import { type FaultRule, faultRuleSchema } from './faults/fault-rule.js';
import { localAccounts } from './local-account.js';
import { type LocalConventions, localConventionsSchema } from './local-conventions.js';
import { sampleAccounts } from './sample-accounts.js';
import { chainSettingsSchema } from './source-chain/chain-settings.js';
import { type TimingProfile, timingProfiles } from './timing-profiles.js';

const port = integer(0, 65_535).default(0);
const { epochMs, consensusMs, executionMs, quorum } = chainSettingsSchema.shape;

/** A URL of a JSON-RPC endpoint. It is never printed, because it may contain a key. */
export const rpcUrlSchema = valueWhere<string>((value) => {
  const isUrl = typeof value === 'string' && URL.canParse(value);
  return isUrl && /^https?:$/.test(new URL(value).protocol);
}, 'must be an http or https URL').meta({ secret: true });

export const localShape = {
  /** The address to listen on. Default: `127.0.0.1`, which other machines cannot reach. */
  host: text()
    .default('127.0.0.1')
    .meta({ heading: 'Addresses', flag: '--host <address>', description: 'the address to listen on' }),
  /** Port of the simulator. Default: 0, a free port. */
  simulatorPort: port.meta({
    heading: 'Addresses',
    flag: '--simulator-port <port>',
    description: 'port of the simulator',
    defaultText: 'a free port',
  }),
  /** Port of the observer. With the port of the simulator, one listener serves both. Default: 0, a free port. */
  observerPort: port.meta({
    heading: 'Addresses',
    flag: '--observer-port <port>',
    description: 'port of the observer',
    defaultText: 'a free port',
  }),
  /** Port of the control listener, which tests in other processes use. Default: 0, a free port. */
  controlPort: port.meta({
    heading: 'Addresses',
    flag: '--control-port <port>',
    description: 'port of the control listener',
    defaultText: 'a free port',
  }),
  /** The names of the two chains in requests and answers. Default: the neutral names, `alpha` and `beta`. */
  chains: deploymentOptions.shape.chains.meta({
    env: undefined,
    heading: 'Names and conventions',
    flag: '--chains <names>',
    description: 'names of the chains, destination first (default: alpha,beta)',
  }),
  /** Conventions that differ from practice. Only those that concern a server are allowed. Default: practice. */
  conventions: localConventionsSchema.optional(),
  /** Durations of epochs, consensus and execution; see `timingProfiles`. Default: `quick`. */
  profile: choice(...(Object.keys(timingProfiles) as TimingProfile[]))
    .default('quick')
    .meta({
      heading: 'Time',
      flag: '--profile <name>',
      description: 'durations of epochs, consensus and execution: quick, realistic or peak',
    }),
  /** Length of an epoch, in milliseconds. Default: the profile's. */
  epochMs: epochMs
    .optional()
    .meta({ heading: 'Time', flag: '--epoch-duration <duration>', description: 'length of an epoch' }),
  /** Time from the end of an epoch until a quorum of validators has set its root, in milliseconds. Default: the profile's. */
  consensusMs: consensusMs.optional().meta({
    heading: 'Time',
    flag: '--consensus-duration <duration>',
    description: 'from the end of an epoch until its root is set',
  }),
  /** Time from the root until the messages of the epoch are executed, in milliseconds. Default: the profile's. */
  executionMs: executionMs.optional().meta({
    heading: 'Time',
    flag: '--execution-duration <duration>',
    description: 'from the root until the messages are executed',
  }),
  /** Time from the failure of an operation until its rollback, in milliseconds. Default: none; only `rollBack` rolls back. */
  rollBackAfterMs: integer(0, longestTimerMs).optional().meta({
    heading: 'Time',
    flag: '--roll-back-after <duration>',
    description: 'from a failure until the rollback (default: no automatic rollback)',
  }),
  /** How many of the five validators must agree on a root. Default: 3 (source: practice), or the quorum of `layer`. */
  quorum: quorum.optional().meta({
    heading: 'Time',
    flag: '--quorum <count>',
    description:
      'how many of the five validators must agree on a root (default: 3, or the quorum of --layer)',
  }),
  /** Source of time. With `manual`, only `advance` moves it. Default: the real clock. */
  clock: valueWhere<Clock | 'manual'>(
    (value) => value === 'manual' || isClock(value),
    'must be a clock, or manual',
  )
    .default(realClock)
    .meta({
      heading: 'Time',
      flag: '--clock <kind>',
      description: 'real, or manual: only the control API moves the time (default: real)',
    }),
  /**
   * The JSON-RPC endpoint of a node that replaces the bundled engine. Default: the variable
   * `CROSSCHECK_LOCAL_RPC_URL`, or none.
   */
  rpcUrl: rpcUrlSchema.optional().meta({
    heading: 'EVM',
    flag: '--rpc <url>',
    description: 'a JSON-RPC node instead of the bundled engine (default: $CROSSCHECK_LOCAL_RPC_URL)',
    secret: true,
  }),
  /** Address of the cross-chain layer on that node. Default: state overrides place the layer, and nothing is sent. */
  layer: checkedValue<string>((value) =>
    typeof value === 'string' ? alphaAddressIssue(value) : 'must be 0x and 40 hex digits',
  )
    .optional()
    .meta({
      heading: 'EVM',
      flag: '--layer <address>',
      description: 'address of the cross-chain layer on that node (default: placed by state override)',
    }),
  /** The JSON-RPC endpoint of a chain that the bundled engine forks. Default: none; the chain is empty. */
  forkUrl: rpcUrlSchema.optional().meta({
    heading: 'EVM',
    flag: '--fork <url>',
    description: 'the JSON-RPC endpoint of a chain to fork',
    secret: true,
  }),
  /** The block to fork. Default: the newest. */
  forkBlock: integer(0).optional().meta({
    heading: 'EVM',
    flag: '--fork-block <number>',
    description: 'the block to fork (default: the newest)',
  }),
  /** Chain id of the EVM. The node of `rpcUrl` and the chain of `forkUrl` must have it. Default: 31337. */
  chainId: integer(1).optional().meta({
    heading: 'EVM',
    flag: '--chain-id <number>',
    description: 'chain id of the bundled engine (default: 31337), or that the node must have',
  }),
  /** Path of an anvil binary. Default: the binary of the optional dependency `@foundry-rs/anvil`. */
  anvilBinary: text()
    .optional()
    .meta({ heading: 'EVM', flag: '--anvil <path>', description: 'the binary of the bundled engine' }),
  /** Contracts to deploy at the start, besides the layer, its tokens and the targets. Default: none. */
  deploy: list(contractToDeploy).default([]),
  /** Tokens to register, besides COIN, RED, BLUE and HOME. Default: none. */
  tokens: list(tokenToRegister).default([]),
  /** Accounts of the destination chain to fund at the start. Default: none. */
  fund: list(accountToFund).default([]),
  /** Accounts of the source chain and their balances. Default: three accounts with unlimited balances. */
  accounts: localAccounts.default(sampleAccounts.map((address) => ({ address }))),
  /** Faults to set at the start. Default: none. */
  faults: list<z.ZodType<FaultRule, FaultRule>>(faultRuleSchema).default([]).meta({
    heading: 'Faults',
    flag: '--fault <rule>',
    description: 'the name of a fault, or a rule as JSON: {"fault": "delay", "ms": 500, "probability": 0.5}',
  }),
  /** The seed of the random numbers of faults. Default: 0. */
  seed: integer(0).default(0).meta({
    heading: 'Faults',
    flag: '--seed <number>',
    description: 'the seed of the random numbers of faults',
  }),
  /** Maximum size of a request body, in bytes. Default: 1 MiB (section 8: not shown). */
  maxBodyBytes: integer(1)
    .default(1024 * 1024)
    .meta({
      heading: 'Limits',
      flag: '--max-body-bytes <count>',
      description: 'maximum size of a request body',
      defaultText: '1 MiB',
    }),
  // The parser recurses. 1,000 levels are far from overflowing the stack.
  /** Maximum nesting depth of the JSON of a request. Default: 32 (section 8: not shown). */
  maxJsonDepth: integer(1, 1000).default(32).meta({
    heading: 'Limits',
    flag: '--max-json-depth <count>',
    description: 'maximum nesting depth of the JSON of a request',
  }),
  /** Maximum size of the head of a request, in bytes. Default: 16 KiB (section 8: not shown). */
  maxHeaderBytes: integer(1)
    .default(16 * 1024)
    .meta({
      heading: 'Limits',
      flag: '--max-header-bytes <count>',
      description: 'maximum size of the head of a request',
      defaultText: '16 KiB',
    }),
  /**
   * Maximum number of connections of each listener. A further connection replaces the one that has been idle for the
   * longest time. If none is idle, the new one is closed. Default: 1,000.
   */
  maxConnections: integer(1).default(1000).meta({
    heading: 'Limits',
    flag: '--max-connections <count>',
    description: 'maximum number of connections of each listener',
  }),
  /**
   * Time limit for receiving a whole request, and for a client that reads nothing of its answer, in milliseconds.
   * Default: 10,000 (section 8: not shown).
   */
  requestTimeoutMs: integer(1, longestTimerMs).default(10_000).meta({
    heading: 'Limits',
    flag: '--request-timeout <duration>',
    description: 'time limit for receiving a whole request',
  }),
  /** How long a connection may stay open without a request, also before the first one, in milliseconds. Default: 5,000. */
  keepAliveTimeoutMs: integer(1, longestTimerMs).default(5000).meta({
    heading: 'Limits',
    flag: '--keep-alive-timeout <duration>',
    description: 'time limit of a connection without a request',
  }),
  /** Called with every error that was answered with a bare 500, and if the EVM ends by itself. Default: does nothing. */
  onFault: callback<(error: unknown) => void>().default(() => () => {}),
};

/** The options of a local deployment, each validated by itself. */
export const localOptions = z.strictObject(localShape);

/** Options of a local deployment. What the interface calls "not shown" follows practice. */
export interface LocalDeploymentOptions
  extends Readonly<Omit<z.input<z.ZodObject<typeof localShape>>, 'conventions'>> {
  // Declared here, because declarations lose the comments of members of a schema.
  /** Conventions that differ from practice. Only those that concern a server are allowed. Default: practice. */
  readonly conventions?: LocalConventions | undefined;
}
