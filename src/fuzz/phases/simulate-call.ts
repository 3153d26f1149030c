import type { HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { FuzzedCall } from '../fuzzed-call.js';
import { expectedVerdict } from './expected-verdict.js';
import { simulateRequest } from './simulate-request.js';

/** Plans the simulation of a call: every verdict is fine where none is known beforehand. */
export function simulateCall(call: FuzzedCall, deployment: Pick<Deployment, 'dialect'>): HttpCaseRequest {
  return simulateRequest(call.request, expectedVerdict(call), deployment);
}
