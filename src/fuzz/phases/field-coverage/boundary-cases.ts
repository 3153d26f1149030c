import { schemaBoundaries, withBoundary } from '../../../arbitraries/endpoint/schema-boundaries.js';
import { placeText } from '../../../arbitraries/endpoint/schema-places.js';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import { completedFor } from '../../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  simulationRequestSchema,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { simulateRequest, simulationOracle } from '../simulate-call.js';
import { singleRequestCase } from '../single-request-case.js';

/** Lists a valid request with each field in turn at each of its boundaries, and next to it. */
export function boundaryCases(request: LooseSimulationRequest, deployment: Deployment): CasePlan[] {
  const { conventions } = deployment;
  const oracle = simulationOracle(deployment);
  // A format has boundaries whether or not the deployment validates it.
  const schema = simulationRequestSchema({ ...conventions, requestValidation: 'strict' });
  return schemaBoundaries(schema).flatMap((boundary) => {
    const completed = completedFor(placeText(boundary.place), request, conventions);
    const bounded = withBoundary(completed, boundary)?.value;
    if (bounded === undefined) return [];
    const expect = oracle(bounded, boundary.mutation);
    return singleRequestCase('coverage', 'boundary', simulateRequest(bounded, expect, deployment));
  });
}
