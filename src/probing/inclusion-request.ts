import type { Expectation, HttpCaseRequest } from '../checks/case/case-plan.js';
import { inclusionQuery } from '../client/request.js';
import type { Deployment } from '../deployment/deployment.js';

/** Plans a query for an operation id. Section 4.2; the parameter's name is a convention. */
export function inclusionRequest(
  operationId: string,
  expect: Expectation,
  deployment: Deployment,
): HttpCaseRequest {
  return { endpoint: 'inclusion', query: inclusionQuery(deployment, operationId), expect };
}

/** A well-formed id that no operation has. */
export const unknownOperationId = `0x${'c0de'.repeat(16)}`;

/** Plans a query for an operation that nobody has. */
export function unknownInclusionRequest(deployment: Deployment): HttpCaseRequest {
  const operationId = unknownOperationId;
  return inclusionRequest(operationId, { kind: 'unknown', operationId }, deployment);
}
