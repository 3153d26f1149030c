import type { IncomingMessage } from 'node:http';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { formatText } from '../../internal/print.js';
import type { ServiceCall } from '../faults/fault.js';
import { Rejection } from '../model/rejection.js';

/** A route of a listener. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A segment that is a parameter is written `{name}`. */
  readonly path: string;
  /** Required query parameters. Each parameter that is given must occur once and not be empty. */
  readonly parameters: readonly string[];
  /** Optional query parameters. */
  readonly optionalParameters?: readonly string[];
  /** The endpoint of the service, for faults of that endpoint. */
  readonly endpoint?: BuiltInEndpointName;
  /**
   * Returns the body of the answer, or a `Content` if it is not JSON, directly or as a promise. Throws a {@link Rejection}
   * for a bad request.
   */
  readonly answer: (request: RoutedRequest, query: QueryValues) => unknown;
}

/** A request with what the router found. */
export interface RoutedRequest {
  readonly message: IncomingMessage;
  /** The route of the path, even if its method is another one; undefined for an unknown path. */
  readonly route: Route | undefined;
  /** Why no route answers the request. */
  readonly rejection: Rejection | undefined;
  /** The decoded values of the path's parameters, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The text after the question mark. */
  readonly queryText: string;
}

/** The decoded values of the parameters of a query, by name. */
export type QueryValues = ReadonlyMap<string, string>;

type PathValues = RoutedRequest['pathValues'];

const noValues: PathValues = {};

/** Returns what a request asks of the service. Section 4.2: its one query parameter is the operation id. */
export function serviceCall({ route, queryText }: Pick<RoutedRequest, 'route' | 'queryText'>): ServiceCall {
  if (route?.endpoint === undefined) return {};
  const [parameter] = route.parameters;
  const operationId = parameter === undefined ? null : new URLSearchParams(queryText).get(parameter);
  return { endpoint: route.endpoint, operationId: operationId ?? undefined };
}

/** Finds the route of a request. Never throws: {@link followRoute} does. */
export function findRoute(routes: readonly Route[], message: IncomingMessage): RoutedRequest {
  const target = originForm(message.url ?? '');
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const queryText = queryAt === -1 ? '' : target.slice(queryAt + 1);
  let other: { readonly route: Route; readonly pathValues: PathValues } | undefined;
  for (const route of routes) {
    const pathValues = route.path === path ? noValues : valuesIn(path, route.path);
    if (pathValues === undefined) continue;
    if (route.method === message.method)
      return { message, route, rejection: undefined, pathValues, queryText };
    other ??= { route, pathValues };
  }
  const rejection = other === undefined ? unknownPath(routes) : otherMethod(routes, path);
  return { message, route: other?.route, rejection, pathValues: other?.pathValues ?? noValues, queryText };
}

/**
 * Answers a request with its route.
 *
 * @throws Rejection 404, 405 or 400, if no route matches or its parameters are invalid; 417.
 */
export function followRoute(request: RoutedRequest): unknown {
  assertAcceptableHead(request.message);
  const { route, rejection, queryText } = request;
  if (route === undefined || rejection !== undefined) throw rejection;
  return route.answer(request, readQuery(queryText, route));
}

/**
 * Rejects requests that Node.js would answer without our error body: a request of HTTP/1.1 without a host, or with an
 * `Expect` other than `100-continue`. Also rejects a request with several hosts, of which Node.js would use the first.
 *
 * @throws Rejection 400 or 417.
 */
export function assertAcceptableHead({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  const hosts = hostsAmong(rawHeaders);
  if (hosts > 1) throw new Rejection(400, `host occurs ${hosts} times`, { connection: 'close' });
  if (hosts === 0 && httpVersion === '1.1')
    throw new Rejection(400, 'host is missing', { connection: 'close' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Rejection(417, 'expect must be 100-continue', { connection: 'close' });
}

function hostsAmong(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** A server must also accept targets with scheme and host (RFC 9112, 3.2.2). They are answered like all others. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

function unknownPath(routes: readonly Route[]): Rejection {
  const known = routes.map(({ method, path }) => `${method} ${path}`).join(', ');
  return new Rejection(404, `unknown path; expected ${known}`);
}

function otherMethod(routes: readonly Route[], path: string): Rejection {
  const here = routes.filter((route) => route.path === path || valuesIn(path, route.path) !== undefined);
  const methods = here.map(({ method }) => method);
  return new Rejection(405, `the method must be ${methods.join(' or ')}`, { allow: methods.join(', ') });
}

/** Returns the values of the parameters of a pattern in a path, or undefined if the path does not match. */
function valuesIn(path: string, pattern: string): PathValues | undefined {
  if (!pattern.includes('{')) return undefined;
  const segments = path.split('/');
  const expected = pattern.split('/');
  if (segments.length !== expected.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] as string;
    if (!part.startsWith('{')) {
      if (segment !== part) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (!value) return undefined;
    values[part.slice(1, -1)] = value;
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** @throws Rejection 400, if a parameter is missing, unknown, empty, or given more than once. */
function readQuery(text: string, route: Route): QueryValues {
  return readOne(text, route) ?? readAny(text, route);
}

/** Fast path for polls, thousands of them per second: a single parameter without escapes. */
function readOne(text: string, { parameters }: Route): QueryValues | undefined {
  const [name, another] = parameters;
  if (name === undefined || another !== undefined || /[%+&]/.test(text)) return undefined;
  const isGiven = text.startsWith(`${name}=`) && text.length > name.length + 1;
  return isGiven ? new Map().set(name, text.slice(name.length + 1)) : undefined;
}

function readAny(text: string, { parameters, optionalParameters = [] }: Route): QueryValues {
  const pairs = [...new URLSearchParams(`?${text}`)];
  const values = new Map(pairs);
  for (const name of parameters) if (!values.has(name)) throw new Rejection(400, `${name} is missing`);
  for (const [name, value] of pairs) {
    if (!parameters.includes(name) && !optionalParameters.includes(name))
      throw new Rejection(400, `unknown query parameter ${formatText(name)}`);
    if (values.size < pairs.length) {
      const times = pairs.filter(([other]) => other === name).length;
      if (times > 1) throw new Rejection(400, `${name} occurs ${times} times`);
    }
    if (value === '') throw new Rejection(400, `${name} is empty`);
  }
  return values;
}
