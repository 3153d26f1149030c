import type { Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { inclusionRequest } from '../../checks/case/inclusion-request.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { SmokeRun } from '../smoke-run.js';

/** Plans a simulation, valid or not, with the deployment's names on the wire. */
export function simulation(
  { deployment }: Pick<SmokeRun, 'deployment'>,
  request: LooseSimulationRequest,
  expect: Expectation = { kind: 'simulated', request },
): HttpCaseRequest {
  return { endpoint: 'simulate', body: JSON.stringify(deployment.dialect.toWireRequest(request)), expect };
}

/** Plans a query for a configured operation. */
export function knownQuery(
  { deployment }: Pick<SmokeRun, 'deployment'>,
  operationId: string,
): HttpCaseRequest {
  return inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
}
