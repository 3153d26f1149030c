import { endpointPath, inclusionPath, simulatePath } from '../contract/operations.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { ResolvedEndpoint } from './planned-request.js';

/** Where the two endpoints of a deployment are called (sections 4.1 and 4.2). */
export interface Endpoints {
  readonly simulate: ResolvedEndpoint;
  readonly inclusion: ResolvedEndpoint;
}

/** Gives the endpoints of a deployment. */
export function endpointsOf({ name, simulatorUrl, observerUrl, chains }: Deployment): Endpoints {
  return {
    simulate: {
      name: 'simulate',
      who: `The simulator of ${name}`,
      method: 'POST',
      ...target(simulatorUrl + simulatePath(chains)),
    },
    inclusion: {
      name: 'inclusion',
      who: `The observer of ${name}`,
      method: 'GET',
      ...target(observerUrl + inclusionPath(chains)),
    },
  };
}

/**
 * Where a custom endpoint of a deployment is called.
 *
 * @param path - With the params in it, as `endpointRequest` gives it. Default: the endpoint's, its params still open.
 */
export function resolveEndpoint(
  { name, server, method, path: template }: Endpoint,
  { name: deploymentName, simulatorUrl, observerUrl, chains }: Deployment,
  path = template,
): ResolvedEndpoint {
  const baseUrl = server === 'simulator' ? simulatorUrl : observerUrl;
  return {
    name,
    who: `The ${server} of ${deploymentName}`,
    method,
    ...target(baseUrl + endpointPath(path, chains)),
  };
}

/** The endpoints of a deployment by their names: the built-in and the custom ones. */
export function namedEndpoints(
  deployment: Deployment,
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, ResolvedEndpoint> {
  const { simulate, inclusion } = endpointsOf(deployment);
  const own = endpoints.map((endpoint) => resolveEndpoint(endpoint, deployment));
  return new Map([simulate, inclusion, ...own].map((endpoint) => [endpoint.name, endpoint]));
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
