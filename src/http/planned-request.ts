import type { OperationName } from '../contract/operations.js';

/** Where an operation of a deployment is called. */
export interface Endpoint {
  readonly operation: OperationName;
  /** How messages call the one that answers: `The observer of staging`. */
  readonly who: string;
  readonly method: 'GET' | 'POST';
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path, and the query up to the value that is another for every call. */
  readonly path: string;
}

/** A call as it is planned, before headers are added. */
export interface PlannedRequest {
  readonly endpoint: Endpoint;
  /** What the query asks about. */
  readonly operationId?: string;
  readonly body?: string;
}

/** Path and query. */
export function pathOf({ endpoint, operationId = '' }: PlannedRequest): string {
  return endpoint.path + encodeURIComponent(operationId);
}
