import { withMemberAt } from '../../../arbitraries/invalid/faults/json-steps.js';
import { completedFor, requestExamples } from '../../../arbitraries/invalid/faults/request-examples.js';
import { stepsTo } from '../../../arbitraries/invalid/faults/request-places.js';
import type { CasePlan } from '../../../checks/case/case-plan.js';
import type { SimulationRequest } from '../../../contract/request-schema.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { simulateRequest } from '../simulate-request.js';
import { simulationOracle } from '../simulation-oracle.js';

const digitCounts = [1024, 4096, 16_384, 65_536];
const grownFields = ['alphaCallParams.arguments', 'extraData'] as const;

/**
 * Lists cases of one call with payloads that grow, one after the other. They are sent twice, so that what is slow only
 * once shows.
 */
export function growthCases(request: SimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  const examples = requestExamples(deployment.conventions);
  return grownFields.map((path) => {
    const rest = completedFor(path, request, examples);
    const steps = [...digitCounts, ...digitCounts].map((digits) => {
      const grown = withMemberAt(rest, stepsTo(path, 0), `0x${'0'.repeat(digits)}`) as SimulationRequest;
      return { requests: [simulateRequest(grown, oracle(grown, 'very-long'), deployment)] };
    });
    return { phase: 'coverage', kind: 'growth', steps };
  });
}
