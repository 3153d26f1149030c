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

/** A call as it is planned, before headers are added. */
export interface PlannedRequest {
  readonly endpoint: ResolvedEndpoint;
  /** Default: the endpoint's. */
  readonly method?: string | undefined;
  /** What follows `?`, encoded. Default: none. */
  readonly query?: string | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Whether it asks for a state that changes, which a cache must not answer. Default: `false`. */
  readonly isPoll?: boolean | undefined;
}

/** Path and query. */
export function pathOf({ endpoint, query }: PlannedRequest): string {
  return query === undefined ? endpoint.path : `${endpoint.path}?${query}`;
}
