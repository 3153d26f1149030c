import type { IncomingMessage } from 'node:http';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { assertAcceptableHead } from './assert-acceptable-head.js';
import { type QueryParameters, type QueryValues, readQuery } from './read-query.js';
import { Rejection } from './rejection.js';

/** The decoded values of the path's parameters, by name. */
type PathValues = Readonly<Record<string, string>>;

/** A route of a listener. */
export interface Route extends QueryParameters {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A segment that is a parameter is written `{name}`. */
  readonly path: string;
  /** The endpoint of the service, for faults of that endpoint. */
  readonly endpoint?: BuiltInEndpointName;
  /**
   * Returns the body of the answer, or a `Content` if it is not JSON, directly or as a promise. Throws a {@link Rejection}
   * for a bad request.
   */
  readonly answer: (request: IncomingMessage, query: QueryValues, pathValues: PathValues) => unknown;
}

interface Match {
  readonly route: Route;
  readonly pathValues: PathValues;
}

const noValues: PathValues = {};

/**
 * Answers a request with the matching route.
 *
 * @throws Rejection 404, 405 or 400, if no route matches or its parameters are invalid; 417.
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

/** A server must also accept targets with scheme and host (RFC 9112, 3.2.2). They are answered like all others. */
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
