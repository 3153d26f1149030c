import type { Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { inclusionRequest } from '../../fuzz/phases/inclusion-request.js';
import type { SmokeRun } from '../smoke-run.js';

/** A well-formed id that no operation has. */
export const unknownId = `0x${'0ddba11c'.repeat(8)}`;

/** Plans a simulation, valid or not, with the names that the deployment has on the wire. */
export function simulation(
  { deployment }: Pick<SmokeRun, 'deployment'>,
  request: SimulationRequest,
  expect: Expectation = { kind: 'simulated', request },
): HttpCaseRequest {
  return { endpoint: 'simulate', body: JSON.stringify(deployment.dialect.toWireRequest(request)), expect };
}

/** Plans a query for an operation that is configured. */
export function knownQuery(
  { deployment }: Pick<SmokeRun, 'deployment'>,
  operationId: string,
): HttpCaseRequest {
  return inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
}

/** Plans a query for an operation that nobody has. */
export function unknownQuery({ deployment }: Pick<SmokeRun, 'deployment'>): HttpCaseRequest {
  return inclusionRequest(unknownId, { kind: 'unknown', operationId: unknownId }, deployment);
}
