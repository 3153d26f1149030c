import { basename } from 'node:path';
import { z } from 'zod';
import { defaultConventions } from '../contract/conventions.js';
import { neutralChains, neutralRequest } from '../contract/dialect.js';
import {
  type LooseSimulationRequest,
  type SimulationRequest,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
import { isRunReplayed } from '../deployment/current-deployment.js';
import {
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  deploymentIssues,
  deploymentOptions,
} from '../deployment/deployment.js';
import {
  controlUrlVariable,
  type Environment,
  environmentOption,
  optionsFromEnv,
  setAt,
  variableOf,
  variableText,
  withBothUrls,
} from '../deployment/environment.js';
import {
  type Headers,
  withAddedHeaders,
  withLowerCaseNames,
  withoutSecretHeaders,
} from '../deployment/headers.js';
import { operationIdIssues } from '../deployment/operation-ids.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { optionName } from '../internal/option-names.js';
import {
  boolean,
  metaOf,
  type OptionIssue,
  optionsIn,
  parseOptions,
  usageError,
} from '../internal/options.js';
import { formatText, formatValue } from '../internal/print.js';
import {
  type ConfiguredOptions,
  type CrosscheckConfig,
  type DeploymentEntry,
  type LoadedConfig,
  requestIssues,
  unknownDeployment,
} from './config.js';

/** Where a value comes from: `default`, `crosscheck.config.ts`, `CROSSCHECK_ATTEMPT_TIMEOUT_MS`, `--name`. */
export type Source = string;

/** The options of a deployment that flags can give. */
export type FlagOptions = Partial<
  Pick<DeploymentOptions, 'name' | 'simulatorUrl' | 'observerUrl' | 'chains' | 'extend'>
>;

/** The values are validated together with those from other sources. */
const flagOptions = z
  .strictObject({
    name: z.unknown(),
    simulatorUrl: z.unknown(),
    observerUrl: z.unknown(),
    chains: z.unknown(),
    extend: z.unknown(),
  } satisfies Record<keyof FlagOptions, z.ZodUnknown>)
  .partial()
  .meta({ secret: true });

const surroundingsShape = {
  /** Name of a deployment of the configuration, as `--deployment` gives it. */
  deployment: z.string('must be a text').optional(),
  /** Default: `process.env`. */
  env: environmentOption.optional(),
  /** Options that take precedence over all others. */
  flags: (flagOptions as z.ZodType<FlagOptions, FlagOptions>).optional(),
  /**
   * Whether it answers from a recording, so that no credentials are needed. Default: in Vitest whether
   * `CROSSCHECK_REPLAY` is set, elsewhere false.
   */
  isReplayed: boolean().optional(),
};

const surroundingsOptions = z.strictObject(surroundingsShape);

/** What a deployment is chosen and put together from, beside the configuration. */
export interface DeploymentSurroundings extends Readonly<z.input<z.ZodObject<typeof surroundingsShape>>> {}

/** The selected deployment with its endpoints, request and operations. */
export interface ConfiguredDeployment {
  /** Its name in the configuration, or that of the deployment which the environment defines. */
  readonly name: string;
  /** Whether tests are to start it; then there is no `deployment` before they did. */
  readonly isLocal: boolean;
  readonly deployment?: Deployment | undefined;
  /** A call that is known to be valid there, with neutral names. Its type is that of the default conventions. */
  readonly request?: SimulationRequest | undefined;
  /** Operations that it knows. */
  readonly operationIds: readonly string[];
  /** Further endpoints that it has. */
  readonly endpoints: readonly Endpoint[];
  /** Where each option comes from, by its path: `conventions.stages`. */
  readonly sources: Readonly<Record<string, Source>>;
}

/**
 * Returns the selected deployment: the one that `deployment` or `CROSSCHECK_DEPLOYMENT` names, else the one at
 * `CROSSCHECK_SIMULATOR_URL` and `CROSSCHECK_OBSERVER_URL`, else the one that the configuration chooses, else its only
 * one. Returns undefined if none is selected. Variables take precedence over the configuration, for each option
 * separately. Sends nothing.
 *
 * @param loaded - The result of `loadConfig`.
 * @throws {UsageError} if no deployment has that name, several could be meant, an option is invalid, a variable describes
 * the deployment that was named otherwise than its configuration does, or the variable with its credentials is not set.
 * @example
 * import { createClient } from 'crosscheck';
 * import { configuredDeployment, loadConfig } from 'crosscheck/config';
 *
 * const staging = configuredDeployment(await loadConfig(), { deployment: 'staging' });
 * if (staging?.deployment && staging.request) await createClient(staging.deployment).simulate(staging.request);
 */
export function configuredDeployment(
  loaded: LoadedConfig | undefined,
  surroundings: DeploymentSurroundings = {},
): ConfiguredDeployment | undefined {
  parseOptions('configuredDeployment has invalid options', surroundingsOptions, surroundings);
  const resolved = resolveOptions(loaded, surroundings);
  if (resolved === undefined) return undefined;
  const { chosen, isLocal, configured, sources, missingCredentials } = resolved;
  // A replay needs no credentials.
  const { isReplayed = isRunReplayed() } = surroundings;
  if (missingCredentials !== undefined && !isLocal && !isReplayed)
    throw new UsageError(
      `${formatText(chosen?.name ?? '')} needs credentials and got none: set ${missingCredentials} to the whole Authorization header`,
    );
  const deployment = isLocal ? undefined : defineResolved(resolved);
  return {
    name: chosen?.name ?? deployment?.name ?? 'local',
    isLocal,
    deployment,
    request: configured.request && deployment && neutralKnownRequest(configured.request, deployment),
    operationIds: configured.operationIds ?? [],
    endpoints: configured.endpoints ?? [],
    sources,
  };
}

/** The merged options of the selected deployment, before validation. */
export interface ResolvedOptions {
  /** Undefined for a deployment defined by the environment or flags. */
  readonly chosen: ChosenDeployment | undefined;
  readonly isLocal: boolean;
  /** Its configuration; empty if there is none. */
  readonly configured: ConfiguredOptions;
  readonly options: Partial<DeploymentOptions>;
  readonly sources: Readonly<Record<string, Source>>;
  /** The variable that should hold the credentials, and is not set. */
  readonly missingCredentials: string | undefined;
}

/**
 * Merges the options of the selected deployment: for each option, flags take precedence over variables, variables over
 * the configuration, and the configuration over defaults. Returns undefined if none is selected.
 *
 * @param isNeeded - Whether it is an error if the configuration has several and none is selected.
 * @throws {UsageError} if the selection is ambiguous, or a variable is unknown or cannot be parsed.
 */
export function resolveOptions(
  loaded: LoadedConfig | undefined,
  surroundings: DeploymentSurroundings,
  isNeeded = true,
): ResolvedOptions | undefined {
  const { deployment, env = process.env, flags = {} } = surroundings;
  const variables = optionsFromEnv(env);
  const hasUrl = [flags, variables].some(({ simulatorUrl, observerUrl }) => simulatorUrl ?? observerUrl);
  const chosen = chooseDeployment(loaded, { deployment, env, hasUrl, isNeeded });
  if (chosen === undefined && !hasUrl) return undefined;
  const isLocal = chosen?.entry === 'local' && !hasUrl;
  const configured = chosen === undefined || chosen.entry === 'local' ? {} : chosen.entry;
  const file: Source = loaded?.file === undefined ? 'configuration' : basename(loaded.file);
  const layers: readonly OptionLayer[] = [
    { options: flags, sourceOf: flagOf },
    { options: withLoaded(variables, loaded), sourceOf: variableOf },
    // Its key in the configuration is the default name.
    {
      options: { name: chosen?.name, extend: loaded?.config.extend, ...configured },
      sourceOf: () => file,
    },
  ];
  const plain = firstOf(layers);
  // Another server is called by its host: the name would say that the configured one was asked.
  if (asksElsewhere(configured, plain.options) && plain.sources.name === file) {
    plain.options.name = undefined;
    plain.sources.name = 'default';
  }
  const headers = resolveHeaders(configured, plain.options, variables, { env, file });
  assertOwnName(chosen, plain, loaded?.config);
  if (chosen?.by !== undefined)
    assertNoContradiction(chosen, [
      ...descriptions(chosen, plain, layers.slice(-1)),
      ...headers.descriptions,
    ]);
  const known = (['request', 'operationIds', 'endpoints'] as const).map((path) => [
    path,
    configured[path] === undefined ? 'default' : file,
  ]);
  return {
    chosen,
    isLocal,
    configured,
    options: { ...plain.options, ...(headers.headers !== undefined && { headers: headers.headers }) },
    sources: { ...plain.sources, ...headers.sources, ...Object.fromEntries(known) },
    missingCredentials: headers.missing,
  };
}

/** Replaces the module of `CROSSCHECK_EXTEND` by what it exports. */
function withLoaded(
  variables: Partial<DeploymentOptions>,
  loaded: LoadedConfig | undefined,
): Partial<DeploymentOptions> {
  const extend = loaded?.extension?.extend;
  return variables.extend === undefined || extend === undefined ? variables : { ...variables, extend };
}

/**
 * Defines a deployment from merged options.
 *
 * @throws {UsageError} when one is invalid or missing, with the variable, flag or member of the configuration that gave it,
 * or when the request or an operation id of the configuration is not valid by its conventions.
 */
export function defineResolved(resolved: ResolvedOptions): Deployment {
  const { chosen, options } = resolved;
  const issues = deploymentIssues(options).map(({ path, message }) => ({
    path: placeOf(path, resolved),
    message,
  }));
  // One URL may be used for both servers.
  const once = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]));
  if (once.size > 0)
    throw usageError(
      chosen === undefined
        ? 'The flags and the environment do not define a valid deployment'
        : `The deployment ${formatText(chosen.name)} has invalid options`,
      [...once.values()],
    );
  const deployment = defineDeployment(options as DeploymentOptions);
  const known = knownIssues(resolved.configured, deployment);
  if (chosen !== undefined && known.length > 0)
    throw usageError(
      `The configuration has options that ${formatText(chosen.name)} does not accept`,
      known.map(({ path, message }) => ({ path: placeOf(path, resolved), message })),
    );
  return deployment;
}

/** Returns a configured request with neutral names. Its type is that of the default conventions. */
export function neutralKnownRequest(
  request: LooseSimulationRequest,
  { chains }: Pick<Deployment, 'chains'>,
): SimulationRequest {
  return neutralRequest({ ...request }, chains) as SimulationRequest;
}

/** Returns what is wrong with the request and the operation ids of a configuration, by the conventions that are in force. */
function knownIssues(
  { request, operationIds = [] }: ConfiguredOptions,
  { chains, conventions }: Deployment,
): OptionIssue[] {
  return [
    ...(request === undefined
      ? []
      : requestIssues(request, simulationRequestSchema(conventions), chains, 'request')),
    ...operationIdIssues(operationIds, conventions),
  ];
}

/** The paths of all options (`retries.limit`), except headers, which are merged separately. */
export const plainOptionPaths: readonly string[] = optionsIn(deploymentOptions.shape)
  // The option extend sets the convention.
  .filter(({ path, isGroup }) => !isGroup && path !== 'headers' && path !== 'conventions.extend')
  .map(({ path }) => path);

/** Returns the value at a path of one or two names. */
export function valueAt(options: object, path: string): unknown {
  const [group, member] = path.split('.') as [string, string?];
  const value = (options as Record<string, unknown>)[group];
  if (member === undefined) return value;
  // A number of retries is shorthand for their limit; the schema reports other invalid values.
  if (group === 'retries' && typeof value !== 'object') return member === 'limit' ? value : undefined;
  return (value as Record<string, unknown> | undefined)?.[member];
}

/** What a variable says of a deployment. */
interface Description {
  readonly variable: Source;
  readonly given: unknown;
  /** What is true of the deployment without the variable; undefined if that is open. */
  readonly own: unknown;
}

/** Options that variables may override without contradicting the configuration. */
const overridableOption = /^(?:attemptTimeoutMs|timeoutMs|retries|maxResponseBytes|traceparent|extend)\b/;

/** Returns what variables say of a deployment, except headers. */
function descriptions(
  { entry }: ChosenDeployment,
  { options, sources }: MergedOptions,
  layers: readonly OptionLayer[],
): Description[] {
  const defaults = { chains: neutralChains, conventions: defaultConventions };
  const own = firstOf([...layers, { options: defaults, sourceOf: () => 'default' }]).options;
  return plainOptionPaths
    .filter((path) => sources[path] === variableOf(path) && !overridableOption.test(path) && path !== 'name')
    .map((path) => ({
      variable: variableOf(path),
      given: valueAt(options, path),
      own: entry === 'local' && /^(?:simulator|observer)Url$/.test(path) ? '' : valueAt(own, path),
    }));
}

/** Throws if a variable gives the deployment the name of another one. Any other name is only a label. */
function assertOwnName(
  chosen: ChosenDeployment | undefined,
  { options: { name }, sources }: MergedOptions,
  { deployments = {} }: CrosscheckConfig = {},
): void {
  const variable = variableOf('name');
  if (sources.name !== variable || name === chosen?.name || !Object.hasOwn(deployments, `${name}`)) return;
  throw new UsageError(
    `${variable} is ${formatText(`${name}`)}, which is another deployment of the configuration; nothing was sent`,
    [{ advice: `select it with CROSSCHECK_DEPLOYMENT, or unset ${variable}` }],
  );
}

/** Throws if variables, which may be left over, describe the deployment that was named otherwise than it is. */
function assertNoContradiction({ name, by }: ChosenDeployment, described: readonly Description[]): void {
  const contrary = described.filter(
    ({ given, own }) => own !== undefined && plainText(given) !== plainText(own),
  );
  const variables = [...new Set(contrary.map(({ variable }) => variable))].join(' and ');
  if (variables === '') return;
  throw new UsageError(`${by} is ${formatText(name)}, which conflicts with ${variables}; nothing was sent`, [
    {
      advice: `unset ${variables}, change the configuration, or name no deployment: then the URLs of the environment define one`,
    },
  ]);
}

/** Returns a value as text, a URL as a deployment has it. */
function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : value instanceof URL ? value.href : JSON.stringify(value);
  return URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text;
}

/** Options from one source, with a function that names the source of each. */
interface OptionLayer {
  readonly options: Partial<ConfiguredOptions>;
  readonly sourceOf: (path: string) => Source;
}

/** The options of all sources, and the source of each. */
interface MergedOptions {
  readonly options: Record<string, unknown>;
  readonly sources: Record<string, Source>;
}

/** Returns each option from the first layer that sets it, with its source. */
function firstOf(layers: readonly OptionLayer[]): MergedOptions {
  const options: Record<string, unknown> = {};
  const sources: Record<string, Source> = {};
  for (const path of plainOptionPaths) {
    const layer = layers.find((one) => valueAt(one.options, path) !== undefined);
    if (layer === undefined) continue;
    setAt(options, path, valueAt(layer.options, path));
    sources[path] = layer.sourceOf(path);
  }
  const unset = Object.fromEntries(plainOptionPaths.map((path) => [path, 'default']));
  return { options: withBothUrls(options), sources: { ...unset, ...withBothUrls(sources) } };
}

/** Returns the flag of an option: `--simulator-url` for `simulatorUrl`, `--chains` for both chains. */
function flagOf(path: string): Source {
  const [group = ''] = path.split('.');
  const schema = (deploymentOptions.shape as Record<string, z.ZodType>)[group];
  return (schema && metaOf(schema).flag)?.split(' ')[0] ?? group;
}

/** Returns the name of an option by its source: a variable, a flag, or its path in the configuration. */
function placeOf(path: string, { chosen, sources }: ResolvedOptions): string {
  const [, ofExtension] = /^extend\.(.*)$/.exec(path) ?? [];
  const option = ofExtension === undefined ? path.replace(/\[.*/, '') : 'extend';
  const named = Object.entries(sources).find(
    ([known, source]) => `${known}.`.startsWith(`${option}.`) && /^(?:--|[A-Z_][A-Z0-9_]*$)/.test(source),
  );
  if (named !== undefined) return ofExtension === undefined ? named[1] : `${named[1]}: ${ofExtension}`;
  return chosen === undefined ? variableOf(path) : `deployments.${formatText(chosen.name)}.${path}`;
}

/** The merged headers of a deployment. */
interface ResolvedHeaders {
  readonly headers: DeploymentOptions['headers'];
  /** The sources of headers known in advance, by path: `headers.authorization`. */
  readonly sources: Readonly<Record<string, Source>>;
  /** The variable that should hold the credentials, and is not set. */
  readonly missing: string | undefined;
  /** What variables say of the headers. */
  readonly descriptions: readonly Description[];
}

/**
 * Merges the headers of a deployment: variables take precedence over the configuration.
 *
 * @param options - The merged options, for the URLs that are called.
 */
function resolveHeaders(
  configured: ConfiguredOptions,
  options: ConfiguredOptions,
  variables: Partial<DeploymentOptions>,
  { env, file }: { readonly env: Environment; readonly file: Source },
): ResolvedHeaders {
  const isElsewhere = asksElsewhere(configured, options);
  const base = isElsewhere ? withoutSecretHeaders(configured.headers) : configured.headers;
  const authorizationEnv = isElsewhere ? undefined : configured.authorizationEnv;
  const given = authorizationEnv === undefined ? undefined : variableText(env, authorizationEnv);
  const ofVariables = withLowerCaseNames((variables.headers ?? {}) as Headers);
  if (given !== undefined && (ofVariables.authorization ?? given) !== given)
    throw new UsageError(
      `${authorizationEnv} and ${authorizationVariable(env)} set different Authorization headers; nothing was sent`,
      [{ advice: 'unset one of them' }],
    );
  const added: Headers = { ...(given === undefined ? {} : { authorization: given }), ...ofVariables };
  const sources: Record<string, Source> = {};
  if (typeof base === 'function') sources.headers = file;
  else for (const name of Object.keys(base ?? {})) sources[`headers.${name.toLowerCase()}`] = file;
  if (authorizationEnv !== undefined) sources['headers.authorization'] = authorizationEnv;
  for (const name of Object.keys(ofVariables))
    sources[`headers.${name}`] = name === 'authorization' ? authorizationVariable(env) : 'CROSSCHECK_HEADERS';
  const own: Headers = {
    ...(typeof base === 'object' && withLowerCaseNames(base)),
    ...(authorizationEnv !== undefined && { authorization: given ?? '' }),
  };
  return {
    descriptions: Object.entries(ofVariables).map(([name, of]) => ({
      variable: sources[`headers.${name}`] as Source,
      given: of,
      own: own[name],
    })),
    headers: withAddedHeaders(base, added),
    sources,
    missing: added.authorization === undefined ? authorizationEnv : undefined,
  };
}

/** Returns which of the two variables has the `Authorization` header. */
function authorizationVariable(env: Environment): Source {
  const isSet = variableText(env, 'CROSSCHECK_AUTHORIZATION') !== undefined;
  return isSet ? 'CROSSCHECK_AUTHORIZATION' : 'CROSSCHECK_HEADERS';
}

/**
 * Returns whether a flag or variable points to a server that the configuration does not name. Configured headers that
 * could be credentials are not sent there.
 */
function asksElsewhere(configured: ConfiguredOptions, options: ConfiguredOptions): boolean {
  const known = originsOf(configured);
  return known.length > 0 && originsOf(options).some((origin) => !known.includes(origin));
}

/** Ignores invalid URLs, which are reported elsewhere. */
function originsOf({ simulatorUrl, observerUrl }: ConfiguredOptions): string[] {
  const urls = [simulatorUrl, observerUrl].map(String).filter((url) => URL.canParse(url));
  return urls.map((url) => new URL(url).origin);
}

/** The criteria that select a deployment. */
interface DeploymentChoice {
  /** The name from a flag; takes precedence over the environment. */
  readonly deployment: string | undefined;
  readonly env: Environment;
  /** Whether flags or the environment set a base URL. */
  readonly hasUrl: boolean;
  /** Whether it is an error if none of several is selected. */
  readonly isNeeded: boolean;
}

/** The selected deployment and its configuration. */
interface ChosenDeployment {
  readonly name: string;
  readonly entry: DeploymentEntry;
  /** What named it, rather than the configuration. */
  readonly by?: string;
}

/**
 * Selects a deployment of a configuration: the named one; otherwise none if a base URL is set, which defines a separate
 * deployment; otherwise the configured default; otherwise the only one.
 *
 * @throws {UsageError} if the name is unknown, or if there are several, one is needed and none is selected.
 */
function chooseDeployment(
  loaded: LoadedConfig | undefined,
  { deployment, env, hasUrl, isNeeded }: DeploymentChoice,
): ChosenDeployment | undefined {
  const named = deployment ?? variableText(env, 'CROSSCHECK_DEPLOYMENT');
  const config = loaded?.config ?? {};
  if (named !== undefined) {
    const entry = entryOf(config, named);
    const flag = optionName('deployment');
    const by =
      deployment === undefined
        ? 'CROSSCHECK_DEPLOYMENT'
        : flag === 'deployment'
          ? 'The option deployment'
          : flag;
    if (entry !== undefined) return { name: named, entry, by };
    if (loaded === undefined)
      throw new UsageError(
        `${by} must be the name of a configured deployment, got ${formatValue(named)}: there is no crosscheck.config.ts, .js or .json here or above`,
      );
    throw new UsageError(`${by} ${unknownDeployment(named, config)}`);
  }
  if (hasUrl) return undefined;
  const listed = Object.keys(config.deployments ?? {});
  const chosen = config.deployment ?? (listed.length === 1 ? listed[0] : undefined);
  const entry = chosen === undefined ? undefined : entryOf(config, chosen);
  if (chosen !== undefined && entry !== undefined) return { name: chosen, entry };
  if (listed.length === 0 || !isNeeded) return undefined;
  throw new UsageError('The configuration has several deployments, and none is selected', [
    {
      advice: `set --deployment, CROSSCHECK_DEPLOYMENT or the member deployment of the configuration to one of ${listed.map((name) => formatText(name)).join(', ')}`,
    },
  ]);
}

/** Returns whether a name means a local deployment: that of an entry, or `local`. */
export function isLocalEntry(config: CrosscheckConfig = {}, name: string): boolean {
  return entryOf(config, name) === 'local';
}

/**
 * Throws if `CROSSCHECK_DEPLOYMENT` names another deployment than the local one of `CROSSCHECK_CONTROL_URL`.
 *
 * @throws {UsageError} that names both variables.
 */
export function assertJoins(env: Environment, config: CrosscheckConfig | undefined): void {
  const named = variableText(env, 'CROSSCHECK_DEPLOYMENT');
  if (named === undefined || isLocalEntry(config, named)) return;
  throw new UsageError(
    `CROSSCHECK_DEPLOYMENT is ${formatText(named)}, which conflicts with ${controlUrlVariable}; nothing was sent`,
    [{ advice: `unset one of them: ${controlUrlVariable} names a local deployment` }],
  );
}

function entryOf({ deployments = {} }: CrosscheckConfig, name: string): DeploymentEntry | undefined {
  if (Object.hasOwn(deployments, name)) return deployments[name];
  return name === 'local' ? 'local' : undefined;
}
