import { completedFor, requestExamples } from '../../../arbitraries/invalid/faults/request-examples.js';
import { requestPlaces, stepsTo } from '../../../arbitraries/invalid/faults/request-places.js';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import { withMemberAt } from '../../../contract/json.js';
import { requestFieldPaths, type SimulationRequest } from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { simulateRequest } from '../simulate-request.js';
import { simulationOracle } from '../simulation-oracle.js';
import { singleRequestCase } from '../single-request-case.js';
import { boundaryValues } from './boundary-values.js';

/** Lists a valid request with each field in turn at each of its boundaries, and next to it. */
export function boundaryCases(request: SimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  const examples = requestExamples(deployment.conventions);
  return requestFieldPaths.flatMap((path) => {
    const rest = completedFor(path, request, examples);
    return (boundaryValues[requestPlaces[path]] ?? []).map(({ value, fault }) => {
      const bounded = withMemberAt(rest, stepsTo(path, 0), value) as SimulationRequest;
      return singleRequestCase(
        'coverage',
        'boundary',
        simulateRequest(bounded, oracle(bounded, fault), deployment),
      );
    });
  });
}
