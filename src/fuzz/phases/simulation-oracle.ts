import type { Expectation } from '../../checks/case/case-plan.js';
import { plainMessage } from '../../client/call-endpoint.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { anyIndex, pathText } from '../../internal/print.js';

/** Says what must come of a request; `fault` names what is wrong with it, if something is. */
export type SimulationOracle = (request: LooseSimulationRequest, fault: string) => Expectation;

/** What a deployment may do with a request of which its conventions do not say whether it is valid. */
export const leftOpen: Expectation = {
  kind: 'survived',
  reason: 'The conventions leave open whether such a request is valid.',
};

/**
 * Makes an oracle of the schema for a deployment's conventions. What those leave open, but practice does not, may be
 * simulated and may be rejected: a form that is not checked before sending, and a call without a target.
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
