import type { IncomingMessage } from 'node:http';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { assertAcceptableHead } from './assert-acceptable-head.js';
import { type QueryParameters, type QueryValues, readQuery } from './read-query.js';
import { Rejection } from './rejection.js';

/** What stands in the place of a path's parameters, decoded, by their names. */
type PathValues = Readonly<Record<string, string>>;

/** One thing that a listener serves. */
export interface Route extends QueryParameters {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A segment that is a parameter is written `{name}`. */
  readonly path: string;
  /** The operation of the service that it is, which faults may be for. */
  readonly endpoint?: BuiltInEndpointName;
  /**
   * Gives the answer's body, or a `Content` for what is not JSON, at once or as a promise. Throws a {@link Rejection} for
   * a bad request.
   */
  readonly answer: (request: IncomingMessage, query: QueryValues, pathValues: PathValues) => unknown;
}

interface Match {
  readonly route: Route;
  readonly pathValues: PathValues;
}

const noValues: PathValues = {};

/**
 * Answers a request by the route that it means.
 *
 * @throws Rejection 404, 405 or 400, when no route is meant or its parameters are not as they should be; 417.
 */
export function followRoute(routes: readonly Route[], request: IncomingMessage): unknown {
  assertAcceptableHead(request);
  const target = originForm(request.url ?? '');
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const { route, pathValues } = matchOf(routes, path, request.method);
  const query = readQuery(queryAt === -1 ? '' : target.slice(queryAt + 1), route);
  return route.answer(request, query, pathValues);
}

/** A server must take targets with scheme and host as well (RFC 9112, 3.2.2), and answers them like all others. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

function matchOf(routes: readonly Route[], path: string, method: string | undefined): Match {
  const here: Match[] = [];
  for (const route of routes) {
    const pathValues = route.path === path ? noValues : valuesIn(path, route.path);
    if (pathValues === undefined) continue;
    if (route.method === method) return { route, pathValues };
    here.push({ route, pathValues });
  }
  if (here.length === 0) {
    const known = routes.map((route) => `${route.method} ${route.path}`).join(', ');
    throw new Rejection(404, `unknown path; expected ${known}`);
  }
  const methods = here.map(({ route }) => route.method);
  throw new Rejection(405, `the method must be ${methods.join(' or ')}`, { allow: methods.join(', ') });
}

/** What stands in a path where the pattern has parameters, or undefined when they do not match. */
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
