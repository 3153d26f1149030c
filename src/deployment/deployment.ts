import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { type Conventions, conventionsSchema } from '../contract/conventions.js';
import {
  type ChainNames,
  chainNameForm,
  createDialect,
  type Dialect,
  isNeutral,
  neutralChains,
  neutralConventions,
} from '../contract/dialect.js';
import { type Extension, extensionIssues } from '../contract/extension.js';
import { toWireEnum } from '../contract/names.js';
import type {
  LooseSimulationRequest,
  RequestFieldPath,
  RequestRequiring,
  SimulationRequest,
} from '../contract/simulation-request.js';
import { longestTimerMs } from '../internal/clock.js';
import { isObject } from '../internal/objects.js';
import {
  boolean,
  callback,
  checkedValue,
  integer,
  type OptionIssue,
  optionIssues,
  reportIssue,
  text,
  usageError,
  valueWhere,
} from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { redactUrl } from '../internal/redaction.js';
import { synchronous } from '../internal/user-callback.js';
import { isInJest, jestTimeoutMs } from '../running-test/within-test.js';
import type { Exchange } from './exchange.js';
import { type Headers, type HeadersOption, headersIssue, headersOf, headersSchema } from './headers.js';

const chainName = checkedValue<string>((value) =>
  typeof value === 'string' && chainNameForm.test(value)
    ? undefined
    : 'must be a lower-case name of letters and digits',
).meta({ type: 'string' });

/** Returns the pattern of chain names except one: the neutral name of the other chain. */
function patternExcept(other: string): string {
  return chainNameForm.source.replace('^', `^(?!${other}$)`);
}

const chainShape = {
  /** Name of the destination chain. Default: `alpha`. */
  alpha: chainName.meta({ pattern: patternExcept(neutralChains.beta) }).default(neutralChains.alpha),
  /** Name of the source chain. Default: `beta`. */
  beta: chainName.meta({ pattern: patternExcept(neutralChains.alpha) }).default(neutralChains.beta),
};

const chainNames = z.strictObject(chainShape).superRefine(({ alpha, beta }, context) => {
  if (alpha === beta) reportIssue(context, [], `must be two names, got ${alpha} twice`);
  // Neutral and wire names are accepted everywhere, so a name must not mean different chains in the two.
  if (alpha === neutralChains.beta || beta === neutralChains.alpha)
    reportIssue(context, [], 'must not use the neutral name of one chain for the other');
});

const retryShape = {
  /** Maximum number of retries. Default: 2. */
  limit: integer(0, 100).default(2),
  /**
   * Limit of the first pause, in milliseconds; it doubles with each pause. A pause is random, from zero to its limit.
   * Default: 200.
   */
  minIntervalMs: integer(0, longestTimerMs).default(200),
  /** Largest limit of a pause, in milliseconds. Default: 5,000. */
  maxIntervalMs: integer(0, longestTimerMs).default(5000),
};

export const retryPolicy = z
  .strictObject(retryShape)
  .superRefine(({ minIntervalMs, maxIntervalMs }, context) => {
    if (minIntervalMs > maxIntervalMs)
      reportIssue(
        context,
        ['minIntervalMs'],
        `must not be longer than maxIntervalMs ${maxIntervalMs}, got ${minIntervalMs}`,
      );
  });

/** When and how often a call is retried after a network error, 408, 429 or 5xx. */
export interface RetryPolicy extends Readonly<z.output<z.ZodObject<typeof retryShape>>> {}

const baseUrl = checkedValue<string | URL>(baseUrlIssue).meta({
  type: 'string',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s@?#]+$',
});

const deploymentShape = {
  /** Name in messages and reports. Default: its name in the configuration, or the simulator's host. */
  name: text().optional().meta({
    env: 'CROSSCHECK_NAME',
    flag: '--name <name>',
    description: 'name of the deployment in reports (default: its name in the configuration, or its host)',
  }),
  /** Base URL of the simulator, with or without a path prefix (section 1). */
  simulatorUrl: baseUrl.meta({
    env: 'CROSSCHECK_SIMULATOR_URL',
    flag: '--simulator-url <url>',
    description:
      'base URL of the simulator (default: CROSSCHECK_SIMULATOR_URL, the configuration, or that of the observer)',
    secret: true,
  }),
  /** Base URL of the observer, with or without a path prefix (section 1). */
  observerUrl: baseUrl.meta({
    env: 'CROSSCHECK_OBSERVER_URL',
    flag: '--observer-url <url>',
    description:
      'base URL of the observer (default: CROSSCHECK_OBSERVER_URL, the configuration, or that of the simulator)',
    secret: true,
  }),
  /** The deployment's names for the two chains. Default: the neutral ones, `alpha` and `beta`. */
  chains: chainNames.prefault({}).meta({
    env: 'CROSSCHECK_CHAINS',
    flag: '--chains <names>',
    description:
      'names of the two chains, destination first (default: CROSSCHECK_CHAINS, the configuration, or alpha,beta)',
  }),
  /**
   * Headers of every request, or a function that returns them for each attempt. Put credentials here (section 5: not
   * shown). They are masked in all output.
   */
  headers: checkedValue<HeadersOption>((value) =>
    typeof value === 'function' ? undefined : headersIssue(value),
  )
    .meta(headersSchema)
    .default({})
    .meta({ env: 'CROSSCHECK_HEADERS', secret: true }),
  /** Time limit of one attempt with its whole body, in milliseconds. Default: 10,000 (section 8: not shown). */
  attemptTimeoutMs: integer(1, longestTimerMs).default(10_000).meta({ env: 'CROSSCHECK_ATTEMPT_TIMEOUT_MS' }),
  /**
   * Time limit of a call with all its attempts and pauses, in milliseconds. In Jest without `crosscheck/jest`, it is 3,500 unless
   * you set it, because Jest ends a test after 5 s. Default: 30,000 (assumption).
   */
  timeoutMs: integer(1, longestTimerMs)
    .default(() => (isInJest() ? jestTimeoutMs : 30_000))
    .meta({ env: 'CROSSCHECK_TIMEOUT_MS' }),
  /** Number of retries of a call, or a retry policy. Default: 2. */
  retries: z
    .union([integer(0, 100).transform((limit) => retryPolicy.parse({ limit })), retryPolicy], {
      error: 'must be an integer from 0 to 100',
    })
    .prefault({})
    .meta({ env: 'CROSSCHECK_RETRIES' }),
  /** Largest answer that is accepted, in bytes. Default: 4 MiB (section 8: not shown). */
  maxResponseBytes: integer(1)
    .default(4 * 1024 * 1024)
    .meta({ env: 'CROSSCHECK_MAX_RESPONSE_BYTES' }),
  /**
   * Whether each request has a header `traceparent` (W3C Trace Context), whose trace id failures show, so that the log of the
   * server can be searched. The attempts of a call share the trace id. One in `headers` takes precedence. Default: true.
   */
  traceparent: boolean().default(true).meta({ env: 'CROSSCHECK_TRACEPARENT' }),
  /** An undici dispatcher (7 or later) for TLS settings, a proxy or connection limits. Default: the built-in one. */
  dispatcher: valueWhere<Dispatcher>(
    (value) => typeof (value as { dispatch?: unknown } | null)?.dispatch === 'function',
    'must be an undici dispatcher',
  )
    .optional()
    .meta({ secret: true }),
  /**
   * Called with the exchange of each HTTP request, secrets redacted: every attempt of a call, every poll, and the requests
   * of smoke runs, campaigns and property tests. It must not be asynchronous. An error that it throws ends the call
   * or the wait.
   * Default: none.
   */
  onExchange: callback<(exchange: Exchange) => void>()
    .transform((call) => synchronous('The option onExchange of a deployment', call))
    .optional(),
  /** How the deployment fills in what the interface leaves open. Default: `defaultConventions`, which follow practice. */
  conventions: conventionsSchema.prefault({}),
  /** The members that the deployment has beyond the interface, as zod schemas with neutral names. Default: none. */
  extend: checkedValue<Extension>(() => undefined)
    .optional()
    .meta({
      env: 'CROSSCHECK_EXTEND',
      flag: '--extend <module>',
      description:
        'module whose default export has the members beyond the interface (default: CROSSCHECK_EXTEND, or the configuration)',
      secret: true,
    }),
};

/** The options of a deployment with their defaults. */
export const deploymentOptions = z.strictObject(deploymentShape);

/** The options of a deployment. Everything that the interface calls "not shown" has an option and a default. */
export interface DeploymentOptions
  extends Readonly<Omit<z.input<z.ZodObject<typeof deploymentShape>>, 'conventions'>> {
  // Declared explicitly, because declaration files lose the comments inside a schema.
  /** How the deployment fills in what the interface leaves open. Default: `defaultConventions`, which follow practice. */
  readonly conventions?: Partial<Conventions> | undefined;
}

/**
 * The options from which the types of requests and answers are inferred: `Required` is the convention
 * `requiredRequestFields`, undefined if it is the default one.
 */
export interface TypedOptions<
  Required extends readonly RequestFieldPath[] | undefined,
  Extended extends Extension,
> {
  readonly conventions?: { readonly requiredRequestFields?: Required } | undefined;
  readonly extend?: Extended | undefined;
}

/** The requests of a deployment with {@link TypedOptions}. */
export type RequestOf<Required extends readonly RequestFieldPath[] | undefined> = [Required] extends [
  undefined,
]
  ? SimulationRequest
  : number extends Exclude<Required, undefined>['length']
    ? LooseSimulationRequest
    : RequestRequiring<Exclude<Required, undefined>>;

declare const extensionType: unique symbol;
declare const requestType: unique symbol;

/** Carries a type by which deployments do not differ: one of any requests is a `Deployment`. */
// biome-ignore lint/suspicious/noEmptyInterface: it has nothing to compare.
interface Carried<_Type> {}

/**
 * A deployment with valid options, which clients, matchers and waits take. Immutable. `Request` is the type of
 * the simulation requests that `client.simulate` takes for it. A deployment of any requests can be used wherever a
 * `Deployment` can.
 */
export interface Deployment<
  Request extends LooseSimulationRequest = SimulationRequest,
  Extended extends Extension = Extension,
> {
  /** Only a type: nothing at run time. */
  readonly [requestType]?: Carried<Request>;
  /** Only a type: nothing at run time. */
  readonly [extensionType]?: Extended;
  readonly name: string;
  /** Without a slash at the end. */
  readonly simulatorUrl: string;
  /** Without a slash at the end. */
  readonly observerUrl: string;
  readonly chains: ChainNames;
  readonly headers: () => Headers | Promise<Headers>;
  readonly attemptTimeoutMs: number;
  readonly timeoutMs: number;
  readonly retries: RetryPolicy;
  readonly maxResponseBytes: number;
  /** Whether its requests have a header `traceparent`. */
  readonly traceparent: boolean;
  readonly dispatcher?: Dispatcher | undefined;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Whether its exchanges are written to a recording, or come from one: see `recordExchanges`, `replayExchanges`. */
  readonly exchanges?: 'recorded' | 'replayed' | undefined;
  readonly conventions: Conventions;
  readonly dialect: Dialect;
}

/** Returns whether a value is what {@link defineDeployment} returns, or a copy of it with other members. */
export function isDeployment(value: unknown): value is Deployment {
  return typeof (value as Partial<Deployment> | null | undefined)?.dialect?.toWireRequest === 'function';
}

/** A deployment as an option. Other values may contain credentials, so they are not printed. */
export const definedDeployment = valueWhere<Deployment>(
  isDeployment,
  'must be created with defineDeployment',
).meta({ secret: true });

/**
 * Defines a deployment of the service: its two base URLs and how it fills in what the interface calls "not shown".
 * Sends nothing. The requests of its clients have the type that the convention `requiredRequestFields` and the members in
 * `extend` say.
 *
 * @throws {UsageError} when an option is invalid, with the path of each invalid option.
 * @example
 * import { defineDeployment } from 'crosscheck';
 *
 * const authorization = process.env.STAGING_TOKEN;
 * if (!authorization) throw new Error('Set STAGING_TOKEN to the whole Authorization header');
 *
 * const staging = defineDeployment({
 *   simulatorUrl: 'https://simulator.staging.example.org',
 *   observerUrl: 'https://observer.staging.example.org/v1',
 *   chains: { alpha: 'evm', beta: 'tvm' },
 *   headers: { authorization },
 * });
 */
export function defineDeployment<
  const Required extends readonly RequestFieldPath[] | undefined = undefined,
  const Extended extends Extension = Extension,
>(options: DeploymentOptions & TypedOptions<Required, Extended>): Deployment<RequestOf<Required>, Extended> {
  const issues = deploymentIssues(options);
  if (issues.length > 0) throw usageError('The deployment has invalid options', issues);
  const { simulatorUrl, observerUrl, headers, extend, ...given } = deploymentOptions.parse(
    withNeutralNames(options),
  );
  const name = given.name ?? new URL(simulatorUrl).host;
  const chains = Object.freeze(given.chains);
  const conventions: Conventions = Object.freeze({
    ...given.conventions,
    extend: Object.freeze({ ...(extend ?? given.conventions.extend) }),
  });
  return Object.freeze({
    ...given,
    name,
    simulatorUrl: withoutTrailingSlash(simulatorUrl),
    observerUrl: withoutTrailingSlash(observerUrl),
    chains,
    headers: headersOf(headers, name),
    retries: Object.freeze(given.retries),
    dispatcher: given.dispatcher,
    conventions,
    dialect: createDialect(chains, conventions),
  });
}

/**
 * Returns the issues of the options of a deployment.
 *
 * @param schema - The schema of the options. Default: that of `defineDeployment`.
 */
export function deploymentIssues(options: unknown, schema: z.ZodType = deploymentOptions): OptionIssue[] {
  const chains = chainsOf(options);
  const { extend, conventions } = (options ?? {}) as Partial<DeploymentOptions>;
  const extension = extend ?? conventions?.extend;
  const issues = [
    ...optionIssues(schema, withNeutralNames(options)),
    ...(extension === undefined ? [] : extensionIssues(extension, chains)).map(({ path, message }) => ({
      path: path === '' ? 'extend' : `extend.${path}`,
      message,
    })),
  ];
  if (isNeutral(chains)) return issues;
  const { toWireText } = createDialect(chains, conventionsSchema.parse({}));
  return issues.map(({ path, message }) => ({ path, message: toWireEnum(toWireText(message), chains) }));
}

const names = deploymentOptions.pick({ chains: true, conventions: true });
const neutralFields = z.looseObject({
  requiredRequestFields: conventionsSchema.shape.requiredRequestFields,
});

/** Returns the issues of chain names and conventions that are used without a deployment; fields have neutral names. */
export function namingIssues({
  chains,
  conventions,
}: Pick<DeploymentOptions, 'chains' | 'conventions'>): OptionIssue[] {
  const issues = optionIssues(neutralFields.optional(), conventions, 'conventions');
  return issues.length > 0 ? issues : deploymentIssues({ chains, conventions }, names);
}

/** Converts conventions to neutral names. */
function withNeutralNames(options: unknown): unknown {
  const { conventions } = (options ?? {}) as Partial<DeploymentOptions>;
  if (!isObject(conventions)) return options;
  return {
    ...(options as object),
    conventions: neutralConventions(conventions as Partial<Conventions>, chainsOf(options)),
  };
}

/** Returns the chain names, as far as they are valid. */
function chainsOf(options: unknown): ChainNames {
  const { alpha, beta } = ((options ?? {}) as Partial<DeploymentOptions>).chains ?? {};
  return { alpha: String(alpha ?? neutralChains.alpha), beta: String(beta ?? neutralChains.beta) };
}

/** Also removes empty query and fragment marks: `https://host/api?` would swallow the path. */
function withoutTrailingSlash(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}

function baseUrlIssue(value: unknown): string | undefined {
  if (!(typeof value === 'string' || value instanceof URL)) return 'must be a URL';
  if (!URL.canParse(String(value))) return 'must be an absolute URL, such as https://staging.example.org/api';
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https URL';
  if (url.username || url.password)
    return `must not have a user or password: pass them in headers; without them it is ${redactUrl(url)}`;
  if (!isHost(url.hostname))
    return `must have a host that is a name or an IP address, got ${formatText(url.hostname, 80)}`;
  if (url.search || url.hash) return 'must not have a query or fragment: pass credentials in headers';
  return undefined;
}

/** Accepts labels of letters, digits, dashes and underscores between dots; the URL parser encodes other characters. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/i.test(label));
}
