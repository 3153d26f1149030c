import { endpointPath, inclusionPath, simulatePath } from '../contract/operations.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { ResolvedEndpoint } from './planned-request.js';

/** Where the two operations of a deployment are called (sections 4.1 and 4.2). */
export interface Endpoints {
  readonly simulate: ResolvedEndpoint;
  readonly inclusion: ResolvedEndpoint;
}

/** Gives the endpoints of a deployment. */
export function endpointsOf({ name, simulatorUrl, observerUrl, chains }: Deployment): Endpoints {
  return {
    simulate: {
      operation: 'simulate',
      who: `The simulator of ${name}`,
      method: 'POST',
      ...target(simulatorUrl + simulatePath(chains)),
    },
    inclusion: {
      operation: 'inclusion',
      who: `The observer of ${name}`,
      method: 'GET',
      ...target(observerUrl + inclusionPath(chains)),
    },
  };
}

/**
 * Where a custom endpoint of a deployment is called.
 *
 * @param path - With the params in it, as `endpointRequest` gives it. Default: the operation's, its params still open.
 */
export function resolveEndpoint(
  { name: operation, server, method, path: template }: Endpoint,
  { name, simulatorUrl, observerUrl, chains }: Deployment,
  path = template,
): ResolvedEndpoint {
  const baseUrl = server === 'simulator' ? simulatorUrl : observerUrl;
  return {
    operation,
    who: `The ${server} of ${name}`,
    method,
    ...target(baseUrl + endpointPath(path, chains)),
  };
}

/** The endpoints of a deployment by the names of the operations: those of the interface, and own ones. */
export function namedEndpoints(
  deployment: Deployment,
  operations: readonly Endpoint[],
): ReadonlyMap<string, ResolvedEndpoint> {
  const { simulate, inclusion } = endpointsOf(deployment);
  const own = operations.map((operation) => resolveEndpoint(operation, deployment));
  return new Map([simulate, inclusion, ...own].map((endpoint) => [endpoint.operation, endpoint]));
}

/** The query that asks the observer about an operation. */
export function inclusionQuery(
  { conventions }: Pick<Deployment, 'conventions'>,
  operationId: string,
): string {
  return `${encodeURIComponent(conventions.operationIdParameter)}=${encodeURIComponent(operationId)}`;
}

function target(url: string): Pick<ResolvedEndpoint, 'origin' | 'path'> {
  const { origin, pathname } = new URL(url);
  return { origin, path: pathname };
}
