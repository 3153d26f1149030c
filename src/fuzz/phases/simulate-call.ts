import type { HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { FuzzedCall } from '../fuzzed-call.js';
import { simulateRequest } from './simulate-request.js';
import { verdictOracle } from './verdict-oracle.js';

/** Plans the simulation of a call. */
export type CallPlanner = (call: FuzzedCall) => HttpCaseRequest;

/** Returns a function that plans simulations for a deployment. Every verdict is accepted if the result of the call is not known. */
export function callPlanner(deployment: Pick<Deployment, 'conventions' | 'dialect'>): CallPlanner {
  const expected = verdictOracle(deployment);
  return (call) => simulateRequest(call.request, expected(call), deployment);
}
