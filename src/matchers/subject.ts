import { type Client, createClient } from '../client/create-client.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { currentDeployment } from '../deployment/current-deployment.js';
import { type Deployment, isDeployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText, formatValue } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { deploymentOf } from '../polling/timeline.js';

/** A value, a promise of it, or a function that returns either and gets a signal. */
export type Awaitable<T> =
  | T
  | PromiseLike<T>
  | ((context: { readonly signal: AbortSignal }) => T | PromiseLike<T>);

/** Resolves the value passed to `expect`. */
export async function resolveSubject<T>(received: Awaitable<T>, signal: AbortSignal | undefined): Promise<T> {
  if (typeof received !== 'function') return received;
  const give = received as (context: { readonly signal: AbortSignal }) => T | PromiseLike<T>;
  return give({ signal: signal ?? new AbortController().signal });
}

/**
 * Creates the error for a subject of the wrong type. Shows member names, but not their values.
 *
 * @param wrappers - Paths such as `inclusion.record`; the first one that exists is suggested.
 */
export function wrongSubject(
  matcher: string,
  takes: string,
  received: unknown,
  wrappers: readonly string[] = [],
): UsageError {
  const meant = wrappers.find((path) => memberAt(received, path) !== undefined);
  return new UsageError(`expect(received).${matcher}() takes ${takes}`, [
    labelled('Received', describeShape(received)),
    ...(meant === undefined ? [] : [{ advice: `give it the member ${meant} of that` }]),
  ]);
}

/** The paths of records in the results of `waitForInclusion` and `waitForInclusions`. */
export const recordWrappers = ['record', 'inclusion.record'];

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, name) => (isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

/**
 * Describes a value of the wrong type: a primitive as is, otherwise its class and member names. Never member values,
 * because a response may contain a secret that the service echoed.
 */
export function describeShape(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object') return `${formatValue(value)} (${typeof value})`;
  if (Array.isArray(value)) return describeList(value);
  if (value instanceof Promise) return 'a promise; write await before it';
  if (!isPlainObject(value)) return `an instance of ${className(value)}`;
  const names = Object.keys(value);
  if (names.length === 0) return '{}';
  return formatText(`an object with the member${names.length === 1 ? '' : 's'} ${names.join(', ')}`);
}

function describeList(items: readonly unknown[]): string {
  if (items.length === 0) return '[]';
  const kinds = new Set(
    items.map((item) => {
      if (item === null) return 'null';
      return typeof item === 'object' ? className(item) : typeof item;
    }),
  );
  return formatText(`a list of ${items.length}: ${[...kinds].join(', ')}`);
}

function className(value: object): string {
  const { name } = (value.constructor as { name?: unknown } | undefined) ?? {};
  return typeof name === 'string' && name !== '' ? name : 'Object';
}

/** Returns whether a result has its exchange, which copies by `structuredClone` or JSON lose. */
export function hasExchange(result: object): boolean {
  const { exchange } = result as { readonly exchange?: { readonly redact?: unknown } | null };
  return typeof exchange?.redact === 'function';
}

const clients = new WeakMap<Deployment, Client>();

/** Returns the client that all matchers share for a deployment. Default: the deployment in force. */
export function clientOf(deployment: Deployment = currentDeployment()): Client<LooseSimulationRequest> {
  const client = clients.get(deployment) ?? createClient(deployment);
  clients.set(deployment, client);
  return client;
}

/**
 * Returns the deployment of a result: a simulation, a record, a timeline, or the value or error of a wait. Undefined if
 * unknown, as for an operation id.
 */
export function deploymentOfResult(result: unknown): Deployment | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  if (Array.isArray(result)) return deploymentOf(result);
  const { deployment, timeline, record, inclusion, error } = result as Readonly<Record<string, unknown>>;
  if (isDeployment(deployment)) return deployment;
  return [timeline, record, inclusion, error]
    .map((part) => deploymentOfResult(part))
    .find((from) => from !== undefined);
}

/**
 * Throws if a result comes from a different deployment than the one in the options: it was judged by its own
 * conventions.
 */
export function assertSameDeployment(
  matcher: string,
  result: unknown,
  given: Deployment | undefined,
  address: 'simulatorUrl' | 'observerUrl',
): void {
  const from = deploymentOfResult(result);
  if (given === undefined || from === undefined || isSameService(given, from, address)) return;
  const placeOf = ({ chains, [address]: url }: Deployment): string =>
    `${new URL(url).host}, chains ${chains.alpha} and ${chains.beta}`;
  throw new UsageError(`${matcher} was given a result of ${from.name} and the deployment ${given.name}`, [
    `Result of:  ${placeOf(from)}`,
    labelled('Deployment', placeOf(given)),
    { advice: 'leave out deployment, or get the result from that deployment' },
  ]);
}

function isSameService(one: Deployment, other: Deployment, address: 'simulatorUrl' | 'observerUrl'): boolean {
  const isSameChain = one.chains.alpha === other.chains.alpha && one.chains.beta === other.chains.beta;
  return isSameChain && one[address] === other[address];
}
