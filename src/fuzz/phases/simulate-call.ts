import type { HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { FuzzedCall } from '../fuzzed-call.js';
import { simulateRequest } from './simulate-request.js';
import { verdictOracle } from './verdict-oracle.js';

/** Plans the simulation of a call. */
export type CallPlanner = (call: FuzzedCall) => HttpCaseRequest;

/** Makes what plans simulations for a deployment: every verdict is fine where none is known beforehand. */
export function callPlanner(deployment: Pick<Deployment, 'conventions' | 'dialect'>): CallPlanner {
  const expected = verdictOracle(deployment);
  return (call) => simulateRequest(call.request, expected(call), deployment);
}
