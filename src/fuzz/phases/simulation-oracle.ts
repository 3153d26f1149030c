import type { Expectation } from '../../checks/case/case-plan.js';
import { plainMessage } from '../../client/call-endpoint.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { anyIndex, pathText } from '../../internal/print.js';

/** Returns the expected outcome of a request. `fault` describes what is invalid in it, if anything. */
export type SimulationOracle = (request: LooseSimulationRequest, fault: string) => Expectation;

/** The expected outcome of a request whose validity the conventions leave open. */
export const leftOpen: Expectation = {
  kind: 'survived',
  reason: 'The conventions leave open whether such a request is valid.',
};

/**
 * Creates an oracle from the request schema of a deployment's conventions. Requests that the conventions leave open but
 * practice does not may be simulated or rejected: a form that is not checked before sending, and a call without a target.
 */
export function simulationOracle({ conventions }: Pick<Deployment, 'conventions'>): SimulationOracle {
  const schema = simulationRequestSchema(conventions);
  const practice = simulationRequestSchema({
    ...conventions,
    requestValidation: 'strict',
    requiredRequestFields: [
      ...conventions.requiredRequestFields,
      'alphaCallParams',
      'alphaCallParams.target',
    ],
  });
  return (request, fault) => {
    if (practice.safeParse(request).success) return { kind: 'simulated', request };
    const [issue] = schema.safeParse(request).error?.issues ?? [];
    if (issue === undefined) return leftOpen;
    const path = anyIndex(pathText(issue.path));
    return { kind: 'rejected', fault, path, reason: `${path} ${plainMessage(issue.message)}.` };
  };
}
