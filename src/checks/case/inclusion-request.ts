import { inclusionQuery, unknownOperationId } from '../../client/request.js';
import type { Deployment } from '../../deployment/deployment.js';
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
