import { z } from 'zod';
import { alphaAddressIssue, rawBetaAddress } from '../contract/addresses.js';
import { type Extension, extensionIssues, type OnSimulate } from '../contract/extension.js';
import { deploymentOptions, namingIssues } from '../deployment/deployment.js';
import { variableText } from '../deployment/environment.js';
import { type Clock, isClock, longestTimerMs, realClock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import {
  assertNoIssues,
  callback,
  checkedValue,
  choice,
  clockIssue,
  durationMs,
  integer,
  list,
  type OptionIssue,
  optionIssues,
  parseOptions,
  text,
  valueWhere,
} from '../internal/options.js';
import { formatValue } from '../internal/print.js';
import { exampleOf, isOptional } from '../internal/schema-introspection.js';
import { accountToFund, contractToDeploy, tokenToRegister } from './evm/custom-contracts.js';
import { sampleTokens } from './evm/layer.js';
import { type FaultRule, faultRuleIssues, faultRuleSchema } from './faults/fault-rule.js';
import {
  completeConventions,
  type LocalConventions,
  localConventionsSchema,
} from './model/local-conventions.js';
import { localAccounts, sampleAccounts } from './source-chain/balances.js';
import {
  type ChainSettings,
  chainSettingsSchema,
  type TimingProfile,
  timingProfiles,
} from './source-chain/epochs.js';
import { standingClock } from './source-chain/schedule.js';

const port = integer(0, 65_535).default(0);
const { epochMs, consensusMs, executionMs, quorum } = chainSettingsSchema.shape;

/** A URL of a JSON-RPC endpoint. It is never printed, because it may contain a key. */
const rpcUrlSchema = valueWhere<string>((value) => {
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
  /**
   * The members of requests and answers beyond the interface, as of `defineDeployment`. Members of requests are validated and
   * passed to `onSimulate`. A member of an answer that `onSimulate` does not give is the first of the `examples` in its
   * schema's metadata, or else the simplest value that the schema accepts. Default: none.
   */
  extend: deploymentOptions.shape.extend.meta({
    env: undefined,
    heading: 'Names and conventions',
    flag: '--extend <module>',
    description: 'module with the members beyond the interface, and onSimulate to compute those of answers',
    secret: true,
  }),
  /**
   * Computes the members of a simulation's answer that an extension declares: it gets the request and the answer with neutral
   * names, and returns members to set in the answer. Default: sets none.
   */
  onSimulate: callback<OnSimulate>().optional(),
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
  /** How many of the five validators must agree on a root. Default: 3 (source: practice). */
  quorum: quorum.optional().meta({
    heading: 'Time',
    flag: '--quorum <count>',
    description: 'how many of the five validators must agree on a root (default: 3)',
  }),
  /** Source of time. With `manual`, only `advance` moves it. Default: the real clock. */
  clock: checkedValue<Clock | 'manual'>((value) => {
    if (value === 'manual') return undefined;
    return isClock(value) ? clockIssue(value) : 'must be a clock, or manual';
  })
    .default(realClock)
    .meta({
      heading: 'Time',
      flag: '--clock <kind>',
      description: 'real, or manual: only the control API moves the time (default: real)',
      values: ['real', 'manual'],
    }),
  /**
   * The JSON-RPC endpoint of a development node, such as anvil, that replaces the bundled engine. The contracts are
   * deployed on it. Default: the variable `CROSSCHECK_LOCAL_RPC_URL`, or none.
   */
  rpcUrl: rpcUrlSchema.optional().meta({
    heading: 'EVM',
    flag: '--rpc <url>',
    description: 'a development node instead of the bundled engine (default: $CROSSCHECK_LOCAL_RPC_URL)',
    secret: true,
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
  /**
   * Time limit for a promise of `onSimulate`, or of a function of `intercept`, in milliseconds. Then the answer is a 500 that
   * says so. Default: 10,000.
   */
  hookTimeoutMs: durationMs(1).default(10_000).meta({
    heading: 'Limits',
    flag: '--hook-timeout <duration>',
    description: 'time limit for a promise of onSimulate',
  }),
  /**
   * How many of the received requests are kept for `requests()`. The oldest are dropped first, also when all bodies together
   * exceed 64 MiB. 0 keeps none. Default: 1,000.
   */
  maxKeptRequests: integer(0).default(1000).meta({
    heading: 'Limits',
    flag: '--max-kept-requests <count>',
    description: 'how many of the received requests are kept',
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

type GivenOptions = z.output<typeof localOptions>;

/** The options of a local deployment, with their defaults. */
export type LocalSettings = Omit<GivenOptions, 'clock' | 'profile' | keyof ChainSettings> &
  Omit<ChainSettings, 'quorum'> &
  Pick<GivenOptions, 'quorum'> & {
    readonly clock: Clock;
    /** The environment variable that set `rpcUrl`, if one did. */
    readonly rpcUrlVariable?: string | undefined;
  };

const headline = 'The local deployment has invalid options';
const rpcUrlVariable = 'CROSSCHECK_LOCAL_RPC_URL';

/**
 * Returns the options of a local deployment with their defaults.
 *
 * @throws {UsageError} when an option is unknown, invalid or contradicts another one, with the path of each.
 */
export function localSettings(options: LocalDeploymentOptions): LocalSettings {
  const given = parseOptions(headline, localOptions, options);
  const rpcUrl = given.rpcUrl ?? rpcUrlOfEnvironment(given);
  assertNoIssues(headline, contradictions({ ...given, rpcUrl }));
  const { profile, clock, ...settings } = given;
  const durations = timingProfiles[profile];
  return {
    ...settings,
    rpcUrl,
    rpcUrlVariable: rpcUrl === given.rpcUrl ? undefined : rpcUrlVariable,
    clock: clock === 'manual' ? standingClock : clock,
    epochMs: given.epochMs ?? durations.epochMs,
    consensusMs: given.consensusMs ?? durations.consensusMs,
    executionMs: given.executionMs ?? durations.executionMs,
  };
}

/** The node to use if the options name none, so that a whole suite can run on another node unchanged. */
function rpcUrlOfEnvironment({ forkUrl, anvilBinary }: GivenOptions): string | undefined {
  const url = variableText(process.env, rpcUrlVariable);
  if (url === undefined || forkUrl !== undefined || anvilBinary !== undefined) return undefined;
  assertNoIssues('The environment has an invalid variable', optionIssues(rpcUrlSchema, url, rpcUrlVariable));
  return url;
}

/** Returns the issues between options that are each valid. */
function contradictions(options: GivenOptions): OptionIssue[] {
  const { chains, conventions, extend, rpcUrl, forkUrl, forkBlock, anvilBinary } = options;
  const { simulatorPort, observerPort, controlPort } = options;
  const isTaken = controlPort !== 0 && [simulatorPort, observerPort].includes(controlPort);
  const isNode = rpcUrl !== undefined;
  const ofExtension = extensionIssues(extend ?? {}, chains);
  const isReplaced = `is for the bundled engine, which ${optionName('rpcUrl')} replaces`;
  const rules: readonly (readonly [isBroken: boolean, path: string, message: string])[] = [
    [forkUrl !== undefined && isNode, 'forkUrl', isReplaced],
    [anvilBinary !== undefined && isNode, 'anvilBinary', isReplaced],
    [
      forkBlock !== undefined && forkUrl === undefined,
      'forkBlock',
      `is a block of the chain at ${optionName('forkUrl')}, which is missing`,
    ],
    [
      isTaken,
      'controlPort',
      `must not be ${optionName('simulatorPort')} or ${optionName('observerPort')}, got ${controlPort} twice`,
    ],
  ];
  return [
    ...namingIssues({ chains, conventions: completeConventions(conventions) }),
    ...ofExtension.map(({ path, message }) => ({ path: `extend.${path}`, message })),
    ...(ofExtension.length === 0 && options.onSimulate === undefined ? exampleIssues(extend ?? {}) : []),
    ...options.faults.flatMap((rule, index) => faultRuleIssues(rule, `faults[${index}]`)),
    ...customContractIssues(options),
    ...rules.flatMap(([isBroken, path, message]) => (isBroken ? [{ path, message }] : [])),
  ];
}

/** Returns the members of answers that must be there, and for which no value is known. */
function exampleIssues(extend: Extension): OptionIssue[] {
  return (['simulationResponse', 'outMessage', 'inclusionResponse'] as const).flatMap((object) =>
    Object.entries(extend[object] ?? {})
      .filter(([, schema]) => !isOptional(schema) && exampleOf(schema) === undefined)
      .map(([name]) => ({
        path: `extend.${object}.${name}`,
        message: 'must have examples in its metadata, .meta({ examples: [ … ] }), or a hook onSimulate',
      })),
  );
}

/**
 * Compares the contracts, tokens and accounts of the options with each other, and with the tokens of every deployment.
 */
function customContractIssues({ deploy, tokens, fund }: GivenOptions): OptionIssue[] {
  const contracts = deploy.map(({ name }) => name);
  const names = [...sampleTokens, ...tokens].map(({ name }) => name);
  return [
    ...taken('deploy', 'name', contracts),
    ...taken(
      'tokens',
      'name',
      tokens.map(({ name }) => name),
      sampleTokens.map(({ name }) => name),
    ),
    ...taken(
      'tokens',
      'beta',
      tokens.map(({ beta }) => rawBetaAddress(beta)),
      sampleTokens.map(({ beta }) => beta),
    ),
    ...tokens.flatMap(({ alpha }, index) => {
      if (alpha === undefined || contracts.includes(alpha)) return [];
      const issue = alpha.startsWith('0x')
        ? alphaAddressIssue(alpha)
        : 'must be an address, or the name of a contract in deploy';
      return issue === undefined
        ? []
        : [{ path: `tokens[${index}].alpha`, message: `${issue}, got ${formatValue(alpha)}` }];
    }),
    ...fund.flatMap(({ token }, index) =>
      token === undefined || names.includes(token)
        ? []
        : [
            {
              path: `fund[${index}].token`,
              message: `must be one of ${names.join(', ')}, got ${formatValue(token)}`,
            },
          ],
    ),
  ];
}

/** Finds values that occur twice or are reserved. */
function taken(
  list: 'deploy' | 'tokens',
  member: string,
  values: readonly string[],
  builtIn: readonly string[] = [],
): OptionIssue[] {
  return values.flatMap((value, index) => {
    const path = `${list}[${index}].${member}`;
    const first = values.indexOf(value);
    if (first !== index) return [{ path, message: `is also the ${member} of ${list}[${first}]` }];
    return builtIn.includes(value) ? [{ path, message: 'is already used by a built-in token' }] : [];
  });
}
