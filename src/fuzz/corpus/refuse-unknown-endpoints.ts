import type { CasePlan } from '../../checks/case/case-plan.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { meantName } from '../../internal/closest.js';
import { strangeRequest } from './strange-request.js';
import { UnknownEndpointError } from './unknown-endpoint-error.js';

/** Throws an {@link UnknownEndpointError} when a case asks an endpoint of which nobody has said where it is. */
export function refuseUnknownEndpoints(plan: CasePlan, endpoints: readonly Endpoint[]): void {
  const strange = strangeRequest(plan, endpoints);
  if (strange === undefined) return;
  const { endpoint, lacks } = strange;
  if (lacks === 'path')
    throw new UnknownEndpointError(`The case asks the endpoint ${endpoint} at another path than it has`);
  const meant = meantName(
    endpoint,
    endpoints.map(({ name }) => name),
  );
  throw new UnknownEndpointError(
    `The case asks the endpoint ${endpoint}, which is not known${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}
