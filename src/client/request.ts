import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { type BuiltInEndpointName, builtInFacts } from '../endpoint/built-in.js';
import { type Endpoint, endpointPath } from '../endpoint/endpoint.js';

/** Where an endpoint of a deployment is called. */
export interface ResolvedEndpoint {
  /** `simulate`, `inclusion` or the name of a custom endpoint. */
  readonly name: string;
  /** How messages call the one that answers: `The observer of staging`. */
  readonly who: string;
  readonly method: 'GET' | 'POST';
  /** Scheme, host and port. */
  readonly origin: string;
  /** Without a query. */
  readonly path: string;
}

/** A request as it is planned, before the headers of the deployment are added. */
export interface PlannedRequest {
  readonly endpoint: ResolvedEndpoint;
  /** Default: the endpoint's. */
  readonly method?: string | undefined;
  /** What follows `?`, encoded. Default: none. */
  readonly query?: string | undefined;
  /**
   * Names in lower case, which take precedence over those of the deployment; when given, there is no content type but
   * among them. Default: none, and the content type JSON where there is a body.
   */
  readonly headers?: Headers | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Whether it asks for a state that changes, which a cache must not answer. Default: `false`. */
  readonly isPoll?: boolean | undefined;
}

/** Returns path and query. */
export function pathOf({ endpoint, query }: PlannedRequest): string {
  return query === undefined ? endpoint.path : `${endpoint.path}?${query}`;
}

/** Returns the headers that are sent, with those of the deployment. */
export function headersOf({ headers, body, isPoll = false }: PlannedRequest, given: Headers): Headers {
  const common = { accept: 'application/json', 'user-agent': 'crosscheck' };
  if (headers !== undefined) return { ...common, ...given, ...headers };
  if (body !== undefined) return { ...common, 'content-type': 'application/json', ...given };
  // What a state is now, no cache may answer without asking the service (RFC 9111, 5.2.1.4).
  return isPoll ? { ...common, 'cache-control': 'no-cache', ...given } : { ...common, ...given };
}

/**
 * Returns where an endpoint of a deployment is called.
 *
 * @param path - With the params in it, as `endpointRequest` returns it. Default: the endpoint's, its params still open.
 */
export function resolveEndpoint(
  { name, server, method, path: template }: Pick<Endpoint, 'name' | 'server' | 'method' | 'path'>,
  { name: deploymentName, simulatorUrl, observerUrl, chains }: Deployment,
  path = template,
): ResolvedEndpoint {
  const baseUrl = server === 'simulator' ? simulatorUrl : observerUrl;
  const { origin, pathname } = new URL(baseUrl + endpointPath(path, chains));
  return { name, who: `The ${server} of ${deploymentName}`, method, origin, path: pathname };
}

/** Where the built-in endpoints of a deployment are called. */
export type ResolvedBuiltIns = Readonly<Record<BuiltInEndpointName, ResolvedEndpoint>>;

/** Returns where the built-in endpoints of a deployment are called (sections 4.1 and 4.2). */
export function resolveBuiltIns(deployment: Deployment): ResolvedBuiltIns {
  return {
    simulate: resolveEndpoint(builtInFacts.simulate, deployment),
    inclusion: resolveEndpoint(builtInFacts.inclusion, deployment),
  };
}

/** Returns the query that asks the observer about an operation, whatever the form of its id. */
export function inclusionQuery(
  { conventions }: Pick<Deployment, 'conventions'>,
  operationId: string,
): string {
  return `${encodeURIComponent(conventions.operationIdParameter)}=${encodeURIComponent(operationId)}`;
}
