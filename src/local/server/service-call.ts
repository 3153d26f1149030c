import type { IncomingMessage } from 'node:http';
import type { ServiceCall } from '../faults/fault.js';
import type { Route } from './route.js';

/** Which endpoint of the service a request is for, and about which operation it asks; undefined when for none. */
export function serviceCall(routes: readonly Route[], request: IncomingMessage): ServiceCall | undefined {
  const [path, query] = (request.url ?? '').split('?', 2);
  const route = routes.find((candidate) => candidate.endpoint !== undefined && candidate.path === path);
  if (route?.endpoint === undefined) return undefined;
  // Section 4.2: its one query parameter is the operation id.
  const [parameter] = route.parameters;
  const operationId = parameter === undefined ? null : new URLSearchParams(query).get(parameter);
  return { endpoint: route.endpoint, operationId: operationId ?? undefined };
}
