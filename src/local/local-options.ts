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

/** A URL of a JSON-RPC endpoint. Many hold a key, so none is printed. */
export const rpcUrlSchema = valueWhere<string>((value) => {
  const isUrl = typeof value === 'string' && URL.canParse(value);
  return isUrl && /^https?:$/.test(new URL(value).protocol);
}, 'must be an http or https URL').meta({ secret: true });

export const localShape = {
  /** The address to listen on. Default: `127.0.0.1`, which nobody else can reach. */
  host: text()
    .default('127.0.0.1')
    .meta({ heading: 'Addresses', flag: '--host <address>', description: 'the address to listen on' }),
  /** Port of the simulator. Default: 0, a free one. */
  simulatorPort: port.meta({
    heading: 'Addresses',
    flag: '--simulator-port <port>',
    description: 'port of the simulator (default: a free one)',
  }),
  /** Port of the observer. The simulator's own port makes one listener serve both. Default: 0, a free one. */
  observerPort: port.meta({
    heading: 'Addresses',
    flag: '--observer-port <port>',
    description: 'port of the observer (default: a free one)',
  }),
  /** Port of the control listener, which tests in another process use. Default: 0, a free one. */
  controlPort: port.meta({
    heading: 'Addresses',
    flag: '--control-port <port>',
    description: 'port of the control listener (default: a free one)',
  }),
  /** The names that it writes for the two chains. Default: the neutral ones, `alpha` and `beta`. */
  chains: deploymentOptions.shape.chains.meta({
    env: undefined,
    heading: 'Names and conventions',
    flag: '--chains <names>',
    description: 'names of the chains, destination first (default: alpha,beta)',
  }),
  /** Where it differs from practice; the other conventions do not concern a server. Default: as in practice. */
  conventions: localConventionsSchema.optional(),
  /** How long things take, see `timingProfiles`. Default: `quick`. */
  profile: choice(...(Object.keys(timingProfiles) as TimingProfile[]))
    .default('quick')
    .meta({
      heading: 'Time',
      flag: '--profile <name>',
      description: 'how long things take: quick, realistic or peak',
    }),
  /** Length of an epoch, in milliseconds. Default: the profile's. */
  epochMs: epochMs
    .optional()
    .meta({ heading: 'Time', flag: '--epoch-duration <duration>', description: 'length of an epoch' }),
  /** From an epoch's end until a quorum of validators has set its root, in milliseconds. Default: the profile's. */
  consensusMs: consensusMs.optional().meta({
    heading: 'Time',
    flag: '--consensus-duration <duration>',
    description: 'from the end of an epoch until its root is set',
  }),
  /** From the root until the epoch's messages are executed, in milliseconds. Default: the profile's. */
  executionMs: executionMs.optional().meta({
    heading: 'Time',
    flag: '--execution-duration <duration>',
    description: 'from the root until the messages are executed',
  }),
  /** From the failure of an operation until it is rolled back, in milliseconds. Default: it waits for `rollBack`. */
  rollBackAfterMs: integer(0, longestTimerMs).optional().meta({
    heading: 'Time',
    flag: '--roll-back-after <duration>',
    description: 'from a failure until the roll-back (default: never by itself)',
  }),
  /** How many of the five validators must agree on a root. Default: 3 (source: practice), or what `layer` has. */
  quorum: quorum.optional().meta({
    heading: 'Time',
    flag: '--quorum <count>',
    description: 'validators, of five, that must agree on a root (default: 3, or what --layer has)',
  }),
  /** Where its time comes from; `manual` moves it only by `advance`. Default: the real clock. */
  clock: valueWhere<Clock | 'manual'>(
    (value) => value === 'manual' || isClock(value),
    'must be a clock, or manual for one that stands still',
  )
    .default(realClock)
    .meta({
      heading: 'Time',
      flag: '--clock <kind>',
      description: 'real, or manual: time moves only by the control API (default: real)',
    }),
  /**
   * The JSON-RPC endpoint of a node to use in the place of the bundled engine. Default: the variable
   * `CROSSCHECK_LOCAL_RPC_URL`, or none.
   */
  rpcUrl: rpcUrlSchema.optional().meta({
    heading: 'EVM',
    flag: '--rpc <url>',
    description: 'a JSON-RPC node in the place of the bundled engine (default: $CROSSCHECK_LOCAL_RPC_URL)',
    secret: true,
  }),
  /** Where the cross-chain layer is on that node. Default: it is placed there by state overrides, and nothing is sent. */
  layer: checkedValue<string>((value) =>
    typeof value === 'string' ? alphaAddressIssue(value) : 'must be 0x and 40 hex digits',
  )
    .optional()
    .meta({
      heading: 'EVM',
      flag: '--layer <address>',
      description: 'where the cross-chain layer is on that node (default: placed by state override)',
    }),
  /** The JSON-RPC endpoint of a chain that the bundled engine forks. Default: none, an empty chain. */
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
  /** The EVM's chain id. A node that you name, and a chain that is forked, must have it. Default: 31337. */
  chainId: integer(1).optional().meta({
    heading: 'EVM',
    flag: '--chain-id <number>',
    description: 'of the bundled engine (default: 31337), or what the node must have',
  }),
  /** Path of an anvil binary. Default: that of the optional dependency `@foundry-rs/anvil`. */
  anvilBinary: text()
    .optional()
    .meta({ heading: 'EVM', flag: '--anvil <path>', description: 'the binary of the bundled engine' }),
  /** Contracts to deploy at the start. Default: none but the layer, its tokens and the targets. */
  deploy: list(contractToDeploy).default([]).meta({
    heading: 'What is there from the start',
    flag: '--deploy <name=artifact>',
    description: 'deploy a contract: Vault=out/Vault.sol/Vault.json or Vault=….json("0x…", 5)',
  }),
  /** Further tokens. Default: none but COIN, RED, BLUE and HOME. */
  tokens: list(tokenToRegister).default([]).meta({
    heading: 'What is there from the start',
    flag: '--token <name=beta>',
    description: 'register a token: NAME=BETA[,bridged|reserve[,ALPHA]]',
  }),
  /** Accounts of the destination chain that have something from the start. Default: none. */
  fund: list(accountToFund).default([]).meta({
    heading: 'What is there from the start',
    flag: '--fund <address=amount>',
    description: 'give an account of the destination chain something: ADDRESS=AMOUNT[,TOKEN]',
  }),
  /** Accounts of the source chain, with what they have. Default: three that have as much as they ask for. */
  accounts: localAccounts.default(sampleAccounts.map((address) => ({ address }))).meta({
    heading: 'What is there from the start',
    flag: '--account <address>',
    description:
      'an account of the source chain, and what it has: ADDRESS[=AMOUNT[,TOKEN],…], TOKEN as for --fund or its BETA',
  }),
  /** What it does wrong from its start. Default: nothing. */
  faults: list<z.ZodType<FaultRule, FaultRule>>(faultRuleSchema).default([]).meta({
    heading: 'Faults',
    flag: '--fault <rule>',
    description: 'NAME[,MEMBER=VALUE,…] or JSON: delay,ms=500,probability=0.5,endpoint=simulate',
  }),
  /** The seed of the random numbers of faults. Default: 0. */
  seed: integer(0).default(0).meta({
    heading: 'Faults',
    flag: '--seed <number>',
    description: 'the seed of the random numbers of faults',
  }),
  /** Largest request body, in bytes. Default: 1 MiB (section 8: not shown). */
  maxBodyBytes: integer(1)
    .default(1024 * 1024)
    .meta({
      heading: 'Limits',
      flag: '--max-body-bytes <count>',
      description: 'largest body of a request (default: 1 MiB)',
    }),
  // The parser goes down with the text, and so far below what fills the stack.
  /** How deep the JSON of a request may be nested. Default: 32 (section 8: not shown). */
  maxJsonDepth: integer(1, 1000).default(32).meta({
    heading: 'Limits',
    flag: '--max-json-depth <count>',
    description: 'how deep the JSON of a request may be nested',
  }),
  /** Largest head of a request, in bytes. Default: 16 KiB (section 8: not shown). */
  maxHeaderBytes: integer(1)
    .default(16 * 1024)
    .meta({
      heading: 'Limits',
      flag: '--max-header-bytes <count>',
      description: 'largest head of a request (default: 16 KiB)',
    }),
  /**
   * How many connections each listener holds at once. One more takes the place of the one that has been without a request
   * for longest, and is closed where all are in use. Default: 1,000.
   */
  maxConnections: integer(1).default(1000).meta({
    heading: 'Limits',
    flag: '--max-connections <count>',
    description: 'connections of each listener',
  }),
  /**
   * How long a request may take until its last byte is there, and a client may take nothing of its answer, in milliseconds.
   * Default: 10,000 (section 8: not shown).
   */
  requestTimeoutMs: integer(1, longestTimerMs).default(10_000).meta({
    heading: 'Limits',
    flag: '--request-timeout <duration>',
    description: 'until the last byte of a request is there',
  }),
  /** How long a connection may stay open without a request, before the first one as well, in milliseconds. Default: 5,000. */
  keepAliveTimeoutMs: integer(1, longestTimerMs).default(5000).meta({
    heading: 'Limits',
    flag: '--keep-alive-timeout <duration>',
    description: 'of a connection without a request',
  }),
  /** Called with every error that was answered with a bare 500, and when the EVM ended by itself. Default: nobody is told. */
  onFault: callback<(error: unknown) => void>().default(() => () => {}),
};

/** The options of a local deployment, each for itself. */
export const localOptions = z.strictObject(localShape);

/** How to start a local deployment. Everything that the interface calls "not shown" is as in practice. */
export interface LocalDeploymentOptions
  extends Readonly<Omit<z.input<z.ZodObject<typeof localShape>>, 'conventions'>> {
  // Named, because declarations lose the comments of what is within a schema.
  /** Where it differs from practice; the other conventions do not concern a server. Default: as in practice. */
  readonly conventions?: LocalConventions | undefined;
}
