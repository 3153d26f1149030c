import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import { type BuiltInEndpointName, builtInFacts } from '../endpoint/built-in.js';
import { type Endpoint, endpointPath } from '../endpoint/endpoint.js';
import { encoded } from '../endpoint/endpoint-request.js';

/** Where an endpoint of a deployment is called. */
export interface ResolvedEndpoint {
  /** `simulate`, `inclusion` or the name of a custom endpoint. */
  readonly name: string;
  /** What messages call the server: `The observer of staging`. */
  readonly who: string;
  readonly method: 'GET' | 'POST';
  /** Scheme, host and port. */
  readonly origin: string;
  /** Without a query. */
  readonly path: string;
}

/** A request before the headers of the deployment are added. */
export interface PlannedRequest {
  readonly endpoint: ResolvedEndpoint;
  /** Default: the endpoint's. */
  readonly method?: string | undefined;
  /** What follows `?`, encoded. Default: none. */
  readonly query?: string | undefined;
  /**
   * Headers with lowercase names; they take precedence over those of the deployment. If set, no content type is added.
   * Default: none, and the content type JSON if there is a body.
   */
  readonly headers?: Headers | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Whether caches must revalidate with the service before they answer (RFC 9111, 5.2.1.4). Default: `false`. */
  readonly noCache?: boolean | undefined;
  /** The trace that its attempts belong to. Default: a new one for each. */
  readonly traceId?: string | undefined;
  /** The header of its trace, which the attempt adds. */
  readonly traceparent?: string | undefined;
}

export function pathOf({ endpoint, query }: PlannedRequest): string {
  return query === undefined ? endpoint.path : `${endpoint.path}?${query}`;
}

/** Returns the host of a URL in the form that sockets take: an IPv6 address without brackets. */
export function hostOf({ hostname }: { readonly hostname: string }): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Returns all headers of a request, including those of the deployment, without that of its trace, which differs each time. */
export function headersOf({ headers, body, noCache = false }: PlannedRequest, given: Headers): Headers {
  const common = { accept: 'application/json', 'user-agent': 'crosscheck' };
  if (headers !== undefined) return { ...common, ...given, ...headers };
  if (body !== undefined) return { ...common, 'content-type': 'application/json', ...given };
  return noCache ? { ...common, 'cache-control': 'no-cache', ...given } : { ...common, ...given };
}

/** Returns the headers that are sent. */
export function sentHeadersOf(planned: PlannedRequest, given: Headers): Headers {
  const headers = headersOf(planned, given);
  const { traceparent } = planned;
  return traceparent === undefined ? headers : { ...headers, traceparent };
}

/**
 * Resolves the URL of an endpoint of a deployment.
 *
 * @param path - The path with params filled in, as `endpointRequest` returns it. Default: the endpoint's path template.
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

/** The URLs of the built-in endpoints of a deployment. */
export type ResolvedBuiltIns = Readonly<Record<BuiltInEndpointName, ResolvedEndpoint>>;

/** Resolves the URLs of the built-in endpoints of a deployment (sections 4.1 and 4.2). */
export function resolveBuiltIns(deployment: Deployment): ResolvedBuiltIns {
  return {
    simulate: resolveEndpoint(builtInFacts.simulate, deployment),
    inclusion: resolveEndpoint(builtInFacts.inclusion, deployment),
  };
}

/**
 * Returns the query of an inclusion request. Does not check the form of the id.
 *
 * @throws {UsageError} for an id with a lone surrogate.
 */
export function inclusionQuery(
  { conventions: { operationIdParameter } }: Pick<Deployment, 'conventions'>,
  operationId: string,
): string {
  const where = `inclusion: query.${operationIdParameter}`;
  return `${encoded(operationIdParameter, where)}=${encoded(operationId, where)}`;
}

/** A well-formed id that no operation has. */
export const unknownOperationId = `0x${'c0de'.repeat(16)}`;

/*
 * W3C Trace Context, version 00: the header `traceparent` has the id of a trace, which all attempts of a call share, and that of
 * a span, which each attempt has of its own. A server that logs the trace id lets a reader find the lines of a request.
 */

/** Returns a new trace id: 32 hex digits, never all zero. */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Returns a request with the header `traceparent` of its next attempt. A request that has one, from the headers of the
 * deployment or its own, keeps it. None is added if the deployment turns it off, or in a replay.
 */
export function withTraceparent(
  planned: PlannedRequest,
  given: Headers,
  { traceparent, exchanges }: Pick<Deployment, 'traceparent' | 'exchanges'>,
): PlannedRequest {
  if (!traceparent || exchanges === 'replayed' || ownTraceparent(planned, given) !== undefined)
    return planned;
  const { traceId = newTraceId() } = planned;
  // Sampled, so that servers record their part of the trace.
  return { ...planned, traceparent: `00-${traceId}-${newTraceId().slice(0, 16)}-01` };
}

/** Returns the trace id that a request was sent with; undefined if it has none, or its header is not valid. */
export function traceIdOf(planned: PlannedRequest, given: Headers): string | undefined {
  return traceIdIn(planned.traceparent ?? ownTraceparent(planned, given));
}

/** Returns the trace id in a header; undefined if it is not valid. */
export function traceIdIn(traceparent: string | undefined): string | undefined {
  const [, traceId] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/.exec(traceparent ?? '') ?? [];
  return traceId === undefined || /^0+$/.test(traceId) ? undefined : traceId;
}

function ownTraceparent({ headers }: PlannedRequest, given: Headers): string | undefined {
  return headers?.traceparent ?? given.traceparent;
}
