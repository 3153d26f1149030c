import { inclusionPath, ownPath, simulatePath } from '../contract/operations.js';
import type { OwnOperation } from '../contract/own-operation.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint } from './planned-request.js';

/** Where the two operations of a deployment are called (sections 4.1 and 4.2). */
export interface Endpoints {
  readonly simulate: Endpoint;
  readonly inclusion: Endpoint;
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
 * Where an own operation of a deployment is called.
 *
 * @param path - With the params in it, as `ownRequest` gives it. Default: the operation's, its params still open.
 */
export function ownEndpoint(
  { name: operation, server, method, path: template }: OwnOperation,
  { name, simulatorUrl, observerUrl, chains }: Deployment,
  path = template,
): Endpoint {
  const baseUrl = server === 'simulator' ? simulatorUrl : observerUrl;
  return {
    operation,
    who: `The ${server} of ${name}`,
    method,
    ...target(baseUrl + ownPath(path, chains)),
  };
}

/** The endpoints of a deployment by the names of the operations: those of the interface, and own ones. */
export function namedEndpoints(
  deployment: Deployment,
  operations: readonly OwnOperation[],
): ReadonlyMap<string, Endpoint> {
  const { simulate, inclusion } = endpointsOf(deployment);
  const own = operations.map((operation) => ownEndpoint(operation, deployment));
  return new Map([simulate, inclusion, ...own].map((endpoint) => [endpoint.operation, endpoint]));
}

/** The query that asks the observer about an operation. */
export function inclusionQuery(
  { conventions }: Pick<Deployment, 'conventions'>,
  operationId: string,
): string {
  return `${encodeURIComponent(conventions.operationIdParameter)}=${encodeURIComponent(operationId)}`;
}

function target(url: string): Pick<Endpoint, 'origin' | 'path'> {
  const { origin, pathname } = new URL(url);
  return { origin, path: pathname };
}
