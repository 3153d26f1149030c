import type { CasePlan, HttpCaseRequest } from '../../../checks/case/case-plan.js';
import { memberAt, withMemberAt } from '../../../contract/json.js';
import { minimalRequest, placesOf } from '../../../contract/request-places.js';
import { type LooseSimulationRequest, requestTexts } from '../../../contract/simulation-request.js';
import type { PhaseContext } from '../phase.js';
import { sampleCall } from '../sample-call.js';
import { callPlanner } from '../simulate-call.js';
import { simulateRequest } from '../simulate-request.js';
import { simulationOracle } from '../simulation-oracle.js';
import { singleRequestCase } from '../single-request-case.js';

/** Lists requests to the simulator: minimal and complete ones, and some that it must reject. Section 4.1. */
export function simulatorCases({ calls, deployment }: PhaseContext): CasePlan[] {
  const call = sampleCall(calls);
  const { request } = call;
  const oracle = simulationOracle(deployment);
  const valid = (request: LooseSimulationRequest): HttpCaseRequest =>
    simulateRequest(request, oracle(request, 'missing'), deployment);
  const rejected = (fault: string, reason: string, changes: Partial<HttpCaseRequest>): HttpCaseRequest => ({
    ...valid(minimalRequest(deployment.conventions, request.alphaCallParams?.target)),
    ...changes,
    expect: { kind: 'rejected', fault, path: '', reason },
  });
  const wrong = (method: string): HttpCaseRequest => ({
    endpoint: 'simulate',
    method,
    expect: { kind: 'wrong-method' },
  });

  const smoke = (kind: string, planned: HttpCaseRequest): CasePlan =>
    singleRequestCase('smoke', kind, planned);
  return [
    smoke('call', callPlanner(deployment)(call)),
    smoke('minimal-request', valid(minimalRequest(deployment.conventions, request.alphaCallParams?.target))),
    smoke('full-request', valid(fullRequest(request))),
    smoke('no-fields', valid({})),
    smoke('empty-body', rejected('empty', 'The body is empty.', { body: '' })),
    smoke(
      'other-content-type',
      rejected('other-content-type', 'Its content type is not application/json.', {
        headers: { 'content-type': 'text/plain' },
      }),
    ),
    ...['GET', 'PUT', 'DELETE'].map((method) => smoke('wrong-method', wrong(method))),
  ];
}

/** Adds the missing fields with their defaults in practice. */
function fullRequest(request: LooseSimulationRequest): LooseSimulationRequest {
  const whole: LooseSimulationRequest = { alphaCallParams: {}, betaAssets: [], ...request };
  return requestTexts.reduce(
    (full, { path, field }) =>
      placesOf(path, whole).reduce(
        (so, steps) =>
          field.default === undefined || memberAt(so, steps) !== undefined
            ? so
            : (withMemberAt(so, steps, field.default) as LooseSimulationRequest),
        full,
      ),
    whole,
  );
}
