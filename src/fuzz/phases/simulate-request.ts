import { wireText } from '../../arbitraries/mutations/invalid-request.js';
import type { Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';

/** Plans a simulation request, valid or not, with the deployment's names on the wire. Section 4.1. */
export function simulateRequest(
  request: unknown,
  expect: Expectation,
  { dialect }: Pick<Deployment, 'dialect'>,
): HttpCaseRequest {
  return { endpoint: 'simulate', body: wireText(request, dialect), expect };
}
