import { inclusionQuery, unknownOperationId } from '../../client/request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { builtInEndpoints } from '../../endpoint/built-in.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { type InvalidValue, simplestInvalid } from '../../endpoint/schema-mutations.js';
import type { Expectation, HttpCaseRequest } from './case-plan.js';

/** Plans a query for an operation id. Section 4.2; the parameter's name is a convention. */
export function inclusionRequest(
  operationId: string,
  expect: Expectation,
  deployment: Deployment,
): HttpCaseRequest {
  return { endpoint: 'inclusion', query: inclusionQuery(deployment, operationId), expect };
}

/** Plans a query for an unknown operation. */
export function unknownInclusionRequest(deployment: Deployment): HttpCaseRequest {
  const operationId = unknownOperationId;
  return inclusionRequest(operationId, { kind: 'unknown', operationId }, deployment);
}

/** Returns a query that is invalid by one mutation of the schema of the observer, where it is invalid, and why. */
export function invalidInclusion(
  deployment: Deployment,
  mutation: 'missing' | 'empty-string',
): Pick<HttpCaseRequest, 'query'> & Omit<InvalidValue, 'value'> {
  const { inclusion } = builtInEndpoints(deployment);
  const valid = { [deployment.conventions.operationIdParameter]: unknownOperationId };
  // Whatever the conventions allow, an operation id is required.
  const { value, path, reason } = simplestInvalid(inclusion.query, 'query', valid, mutation) as InvalidValue;
  const { query } = endpointRequest(inclusion, { query: value as Record<string, unknown> });
  return { query, path, reason };
}
