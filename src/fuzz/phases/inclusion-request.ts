import type { Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { inclusionQuery } from '../../client/request.js';
import type { Deployment } from '../../deployment/deployment.js';

/** Plans a query for an operation id. Section 4.2; the parameter's name is a convention. */
export function inclusionRequest(
  operationId: string,
  expect: Expectation,
  deployment: Deployment,
): HttpCaseRequest {
  return { endpoint: 'inclusion', query: inclusionQuery(deployment, operationId), expect };
}
