import type { Expectation } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { FuzzedCall } from '../fuzzed-call.js';
import { leftOpen, simulationOracle } from './simulation-oracle.js';

/**
 * Creates an oracle of valid calls. A call that the conventions leave open may be simulated or rejected, unless its
 * author states the result.
 */
export function verdictOracle(
  deployment: Pick<Deployment, 'conventions'>,
): (call: FuzzedCall) => Expectation {
  const oracle = simulationOracle(deployment);
  return ({ request, succeeds, returns, sends, fails }) => {
    const isOpen = succeeds === undefined && oracle(request, 'given').kind === leftOpen.kind;
    return isOpen ? leftOpen : { kind: 'simulated', request, succeeds, returns, sends, fails };
  };
}
