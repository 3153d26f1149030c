import type { IncomingMessage } from 'node:http';
import { printText } from '../../internal/print.js';
import { Refusal } from './refusal.js';

/** One thing that a listener serves. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Names of the query parameters; each must be given, once. */
  readonly parameters: readonly string[];
  /** Gives the answer's body. Throws a {@link Refusal} for a bad request. */
  readonly answer: (request: IncomingMessage, query: URLSearchParams) => Promise<unknown>;
}

/**
 * Answers a request by the route that it means.
 *
 * @throws Refusal 404, 405 or 400, when no route is meant or its parameters are not as they should be.
 */
export async function followRoute(routes: readonly Route[], request: IncomingMessage): Promise<unknown> {
  const target = request.url ?? '';
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const route = routeOf(routes, path, request.method);
  const query = new URLSearchParams(queryAt === -1 ? '' : target.slice(queryAt));
  refuseParameters(route.parameters, query);
  return await route.answer(request, query);
}

function routeOf(routes: readonly Route[], path: string, method: string | undefined): Route {
  const here = routes.filter((route) => route.path === path);
  if (here.length === 0) {
    const known = routes.map((route) => `${route.method} ${route.path}`).join(', ');
    throw new Refusal(404, `unknown path; here is ${known}`);
  }
  const route = here.find((candidate) => candidate.method === method);
  if (route) return route;
  const methods = here.map((candidate) => candidate.method);
  throw new Refusal(405, `the method must be ${methods.join(' or ')}`, { allow: methods.join(', ') });
}

function refuseParameters(known: readonly string[], query: URLSearchParams): void {
  for (const name of known) {
    const values = query.getAll(name);
    if (values.length > 1) throw new Refusal(400, `${name} is given ${values.length} times`);
    if (values.length === 0) throw new Refusal(400, `${name} is missing`);
    if (values[0] === '') throw new Refusal(400, `${name} is empty`);
  }
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refusal(400, `unknown query parameter ${printText(unknown)}`);
}
