import { z } from 'zod';
import { type ChainNames, isNeutral, neutralChains } from '../contract/dialect.js';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { parseStrictJson, RepeatedMemberError } from '../internal/json.js';
import { isObject } from '../internal/objects.js';
import { anyObject, metaOf, optionsIn, usageError } from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { isBlankCredential, isSecretName } from '../internal/redaction.js';
import { unwrapped } from '../internal/schema-introspection.js';
import {
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  deploymentIssues,
  deploymentOptions,
} from './deployment.js';
import { ambiguousNameIssue } from './headers.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment as an option. */
export const environmentOption = anyObject<Environment>().meta({ secret: true });

/**
 * Defines a deployment from environment variables. Returns undefined when neither URL is set. If only one URL is set, it
 * serves both endpoints.
 *
 * Each option of `defineDeployment` that can be written as text has a variable, and so has each convention:
 * `CROSSCHECK_SIMULATOR_URL`, `CROSSCHECK_TIMESTAMP_UNIT`. Lists are separated by commas, `CROSSCHECK_CHAINS` is
 * `alpha,beta` such as `evm,tvm`, `CROSSCHECK_HEADERS` is a JSON object, and `CROSSCHECK_AUTHORIZATION` is the
 * `Authorization` header. docs/configuration.md lists all of them.
 *
 * Empty variables count as unset, and so does a blank `CROSSCHECK_AUTHORIZATION`. A blank credential in
 * `CROSSCHECK_HEADERS` is rejected.
 *
 * @throws {UsageError} when a variable whose name starts with `CROSSCHECK_` is unknown, URL or not, or when one cannot
 * be read or gives a bad option. Credentials and URLs are not printed.
 */
export function deploymentFromEnv(env: Environment = process.env): Deployment | undefined {
  const options = withBothUrls(optionsFromEnv(env)) as DeploymentOptions;
  if (options.simulatorUrl === undefined) return undefined;
  const issues = deploymentIssues(options).map(({ path, message }) => ({ path: variableOf(path), message }));
  if (issues.length > 0) throw usageError('The environment does not define a valid deployment', issues);
  return defineDeployment(options);
}

/** Returns options in which a missing URL is that of the other server: one server may carry both hosts (practice). */
export function withBothUrls<T extends { readonly simulatorUrl?: unknown; readonly observerUrl?: unknown }>(
  options: T,
): T {
  const simulatorUrl = options.simulatorUrl ?? options.observerUrl;
  const observerUrl = options.observerUrl ?? options.simulatorUrl;
  return simulatorUrl === undefined ? options : { ...options, simulatorUrl, observerUrl };
}

/** Sets the option at a path of one or two names: `retries.limit`. */
export function setAt(options: Record<string, unknown>, path: string, value: unknown): void {
  const [group, member] = path.split('.') as [string, string?];
  options[group] = member === undefined ? value : { ...(options[group] as object), [member]: value };
}

/** Returns the text of a variable; undefined for one that is not set, or blank, as a secret that is not set leaves it. */
export function variableText(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === undefined || text.trim() === '' ? undefined : text;
}

const prefix = 'CROSSCHECK_';
const authorizationVariable = 'CROSSCHECK_AUTHORIZATION';

/** An environment variable that sets an option of a deployment. */
interface OptionVariable {
  readonly name: string;
  /** The path of the option: `conventions.stages`. */
  readonly option: string;
  /** Parses the text; returns invalid text unchanged, for the option's schema to report. */
  readonly read: (text: string, name: string) => unknown;
}

/** Parsers for options whose schema does not determine one. */
const readers: Readonly<Record<string, OptionVariable['read']>> = {
  chains: readChains,
  headers: readHeaders,
  retries: readInteger,
};

/** The variables of a deployment; later ones add to groups set by earlier ones. */
const optionVariables: readonly OptionVariable[] = [
  ...optionsIn(deploymentOptions.shape).flatMap(({ path, schema }) => {
    const { env } = metaOf(schema);
    return env === undefined ? [] : [{ name: env, option: path, read: readers[path] ?? readerOf(schema) }];
  }),
  { name: authorizationVariable, option: 'headers.authorization', read: asText },
];

/** All other variables, with their meaning. */
export const otherVariables: Readonly<Record<string, string>> = {
  CROSSCHECK_DEPLOYMENT: 'The deployment to use, by its name in the configuration.',
  CROSSCHECK_CONFIG: 'Path of the configuration file.',
  CROSSCHECK_CONTROL_URL:
    'The control URL of a running local deployment. Vitest, Playwright Test and the commands use it instead of starting one; other runners do with [a setup file](runners.md#the-deployment-in-force).',
  CROSSCHECK_RECORD: 'A folder to write recordings of exchanges to.',
  CROSSCHECK_REPLAY: 'A folder of recordings that answer in place of the service.',
  CROSSCHECK_DEBUG: '`1` prints a line to stderr for each request. See [debugging.md](debugging.md).',
  CROSSCHECK_LOCAL_RPC_URL: 'The `rpcUrl` of local deployments that set no engine.',
};

/** The names of all variables that are read. */
const environmentVariables: readonly string[] = [
  ...optionVariables.map(({ name }) => name),
  ...Object.keys(otherVariables),
];

/**
 * Returns the options of a deployment from environment variables, parsed but not validated.
 *
 * @throws {UsageError} if a variable whose name starts with `CROSSCHECK_` is unknown or cannot be parsed.
 */
export function optionsFromEnv(env: Environment): Partial<DeploymentOptions> {
  assertKnownVariables(env);
  const options: Record<string, unknown> = {};
  for (const { name, option, read } of optionVariables) {
    const text = variableText(env, name);
    if (text === undefined) continue;
    const value = read(text, name);
    if (name === authorizationVariable) assertOneAuthorization(options.headers);
    setAt(options, option, value);
  }
  return options;
}

/**
 * Returns the control URL of the local deployment that tests and commands are to use; undefined if none is named.
 *
 * @throws {UsageError} if it is not a URL.
 */
export function controlUrlFromEnv(env: Environment): string | undefined {
  const url = variableText(env, controlUrlVariable)?.trim();
  if (url !== undefined && !isControlUrl(url))
    throw new UsageError(`${controlUrlVariable} must be an http or https URL, such as http://127.0.0.1:8082`);
  return url;
}

/** The variable with the control URL of a local deployment. */
export const controlUrlVariable = 'CROSSCHECK_CONTROL_URL';

/** Returns whether a text can be a control URL. */
export function isControlUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** What the URL and chain variables describe. */
type Location = Pick<Deployment, 'simulatorUrl' | 'observerUrl' | 'chains'>;

/** Returns the variables that say where a deployment is and what its chains are called. */
function locationVariables({ simulatorUrl, observerUrl, chains }: Location) {
  return {
    CROSSCHECK_SIMULATOR_URL: simulatorUrl,
    CROSSCHECK_OBSERVER_URL: observerUrl,
    CROSSCHECK_CHAINS: `${chains.alpha},${chains.beta}`,
  };
}

/**
 * Throws unless the variables that describe a deployment, which may be left over, describe the one at the control URL.
 *
 * @throws {UsageError} that names the first variable that does not.
 */
export function assertDescribes(env: Environment, local: Location): void {
  for (const [name, own] of Object.entries(locationVariables(local))) {
    const given = variableText(env, name);
    if (given === undefined || given.replace(/\/+$/, '') === own) continue;
    throw new UsageError(`${name} conflicts with ${controlUrlVariable}, whose local deployment has ${own}`, [
      { advice: `unset ${name}, or ${controlUrlVariable}` },
    ]);
  }
}

/** Returns the variable that sets an option, or the path of the option if there is none. */
export function variableOf(path: string): string {
  const given = optionVariables.find(
    ({ option }) => path.startsWith(option) && /^(?:$|[.[])/.test(path.slice(option.length)),
  );
  return given?.name ?? path;
}

/** Returns a key of this package's variables, to detect changes. */
export function variablesKey(env: Environment): string {
  return JSON.stringify(Object.entries(env).filter(([name]) => name.startsWith(prefix)));
}

/** Returns the variables that describe a deployment: its URLs, and its chain names unless neutral. No credentials. */
export function deploymentVariables(deployment: Location): Record<string, string> {
  const { CROSSCHECK_CHAINS, ...urls } = locationVariables(deployment);
  return isNeutral(deployment.chains) ? urls : { ...urls, CROSSCHECK_CHAINS };
}

/**
 * Returns the names of the chains for a local deployment that is started; undefined if the environment has none.
 *
 * @throws {UsageError} if a variable whose name starts with `CROSSCHECK_` is unknown, or there are not two names.
 */
export function chainsFromEnv(env: Environment): ChainNames | undefined {
  assertKnownVariables(env);
  const text = variableText(env, chainsVariable);
  return text === undefined ? undefined : readChains(text, chainsVariable);
}

const chainsVariable = 'CROSSCHECK_CHAINS';

/** Parses the chain names from variables written for a shell. */
export function chainsOfVariables(text: string | undefined): ChainNames {
  const [, alpha, beta] = /\bCROSSCHECK_CHAINS=['"]?([a-z0-9]+),([a-z0-9]+)/.exec(text ?? '') ?? [];
  return alpha === undefined || beta === undefined ? neutralChains : { alpha, beta };
}

function readerOf(schema: z.ZodType): OptionVariable['read'] {
  const base = unwrapped(schema);
  if (base instanceof z.ZodNumber) return readInteger;
  if (base instanceof z.ZodBoolean) return readBoolean;
  return base instanceof z.ZodArray ? readList : asText;
}

function asText(text: string): string {
  return text;
}

function readList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function readInteger(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function readBoolean(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** @throws {UsageError} if the text of a variable is not two names. */
export function readChains(text: string, name: string): ChainNames {
  const [alpha, beta, ...more] = readList(text);
  if (alpha === undefined || beta === undefined || more.length > 0) {
    throw new UsageError(`${name} must be two names, such as evm,tvm`);
  }
  return { alpha, beta };
}

/**
 * @throws {UsageError} if a credential is blank, because the request would silently be anonymous, or if two names are one
 * header, because merging would silently drop one.
 */
function readHeaders(text: string, name: string): object {
  const headers = readJsonObject(text, name);
  const ambiguous = ambiguousNameIssue(headers);
  if (ambiguous !== undefined) throw new UsageError(`${name} ${ambiguous}`);
  const blank = Object.entries(headers).find(
    ([header, value]) => typeof value === 'string' && isBlankCredential(value) && isSecretName(header),
  );
  if (blank === undefined) return headers;
  throw new UsageError(
    `${name} has ${formatText(blank[0], 80)} without a credential, as a secret that is not set leaves it`,
    [{ advice: 'set the secret, or leave the header out' }],
  );
}

function readJsonObject(text: string, name: string): object {
  try {
    const value = parseStrictJson(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof RepeatedMemberError) throw new UsageError(`${name} ${error.message}`);
    // Reported below; the parser's message would print part of the credentials.
  }
  throw new UsageError(`${name} must be a JSON object of header names and values`);
}

/** Throws if CROSSCHECK_HEADERS also sets the authorization header, in any letter case. */
function assertOneAuthorization(headers: unknown): void {
  const other = Object.keys(headers ?? {}).find((name) => name.toLowerCase() === 'authorization');
  if (other !== undefined)
    throw new UsageError(
      `${authorizationVariable} and CROSSCHECK_HEADERS both set the header ${other}; set only one of them`,
    );
}

function assertKnownVariables(env: Environment): void {
  // Also in another letter case: on most systems that is a different variable, which would be ignored.
  const unknown = Object.keys(env).filter(
    (name) =>
      name.toUpperCase().startsWith(prefix) &&
      variableText(env, name) &&
      !environmentVariables.includes(name),
  );
  if (unknown.length === 0) return;
  const lines = unknown.map((name) => {
    if (environmentVariables.includes(name.toUpperCase()))
      return `${name}; did you mean ${name.toUpperCase()}?`;
    const longer = environmentVariables.find((other) => other.startsWith(`${name}_`));
    const near = closest(withoutPrefix(name), environmentVariables.map(withoutPrefix));
    const meant = longer ?? (near && prefix + near);
    return meant === undefined ? name : `${name}; did you mean ${meant}?`;
  });
  throw new UsageError('The environment has variables that crosscheck does not know', lines);
}

function withoutPrefix(name: string): string {
  return name.slice(prefix.length);
}
