import { inclusionPath, simulatePath } from '../contract/operations.js';
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
