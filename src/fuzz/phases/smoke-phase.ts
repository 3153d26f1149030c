import {
  type CasePlan,
  type CaseRequest,
  type HttpCaseRequest,
  inclusionRequest,
  invalidInclusion,
  knownInclusionRequest,
  unknownInclusionRequest,
  type WireCaseRequest,
} from '../../case/case-plan.js';
import { unknownOperationId } from '../../client/request.js';
import { minimalRequest, placesOf } from '../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  requestFields,
  requestTexts,
} from '../../contract/simulation-request.js';
import { invalidBodies } from '../../endpoint/invalid-bodies.js';
import { memberAt, withMemberAt } from '../../internal/json.js';
import { callPlanner, sampleCall, simulateRequest, simulationOracle } from './oracles.js';
import { listedPhase, type Phase, type PhaseContext, singleRequestCase } from './phase.js';
import { lengthLine, postHead, withoutPlaces } from './wire-phase.js';

/** Creates the phase that checks whether the two endpoints work at all. */
export function createSmokePhase(context: PhaseContext): Phase {
  const cases = [...simulatorCases(context), ...observerCases(context)];
  return listedPhase('smoke', cases);
}

/** Lists requests to the simulator: minimal and complete ones, and some that it must reject. Section 4.1. */
function simulatorCases({ calls, deployment }: PhaseContext): CasePlan[] {
  const call = sampleCall(calls);
  const { request } = call;
  const oracle = simulationOracle(deployment);
  const valid = (request: LooseSimulationRequest): HttpCaseRequest =>
    simulateRequest(request, oracle(request, 'missing'), deployment);
  const rejected = (mutation: 'empty' | 'other-content-type'): HttpCaseRequest => {
    const { reason, ...changes } = invalidBodies[mutation];
    return {
      ...valid(minimalRequest(deployment.conventions, request.alphaCallParams?.target)),
      ...changes,
      expect: { kind: 'rejected', mutation, path: '', reason },
    };
  };
  const wrong = (method: string): HttpCaseRequest => ({
    endpoint: 'simulate',
    method,
    expect: { kind: 'wrong-method' },
  });

  const smoke = (kind: string, planned: CaseRequest): CasePlan => singleRequestCase('smoke', kind, planned);
  return [
    smoke('call', callPlanner(deployment)(call)),
    smoke('minimal-request', valid(minimalRequest(deployment.conventions, request.alphaCallParams?.target))),
    smoke('full-request', valid(fullRequest(request))),
    smoke('method-with-parameters', valid(withParameters(request))),
    ...['application/json; charset=utf-8', 'application/json;charset=UTF-8'].map((type) =>
      smoke('content-type-with-charset', { ...valid(request), headers: { 'content-type': type } }),
    ),
    smoke('expect-continue', expectContinue(valid(request))),
    smoke('no-fields', valid({})),
    smoke('empty-body', rejected('empty')),
    smoke('other-content-type', rejected('other-content-type')),
    ...['GET', 'PUT', 'DELETE'].map((method) => smoke('wrong-method', wrong(method))),
  ];
}

/** A bare name means the same method. Source: practice. */
function withParameters(request: LooseSimulationRequest): LooseSimulationRequest {
  const { methodName } = request.alphaCallParams ?? {};
  const [, spelled] = requestFields.alphaCallParams.members.methodName.format.spellings(
    methodName || 'deposit',
  );
  return { ...request, alphaCallParams: { ...request.alphaCallParams, methodName: spelled } };
}

/** Plans the request of a client that asks before it sends the body, and sends it even without an answer (RFC 9110, 10.1.1). */
function expectContinue({ endpoint, body, expect }: HttpCaseRequest): WireCaseRequest {
  const text = withoutPlaces(String(body));
  const head = postHead('{path}', lengthLine(text), 'Expect: 100-continue');
  return { endpoint, wire: [{ bytes: head }, { bytes: text, pauseMs: 20 }], expect };
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

/** How many operations are queried at the start, so that later answers can be compared with theirs. */
const maxAsked = 20;

/** Lists queries of the observer: for known and unknown operations, and some that it must reject. Section 4.2. */
function observerCases({ deployment, operationIds }: PhaseContext): CasePlan[] {
  const smoke = (kind: string, planned: HttpCaseRequest): CasePlan =>
    singleRequestCase('smoke', kind, planned);
  const known = operationIds.slice(0, maxAsked);
  const wrong = (method: string): HttpCaseRequest => ({
    ...inclusionRequest(known[0] ?? unknownOperationId, { kind: 'wrong-method' }, deployment),
    method,
  });
  const { query, reason } = invalidInclusion(deployment, 'missing');
  const expect = { kind: 'rejected', mutation: 'missing', path: 'operationId', reason } as const;
  return [
    smoke('unknown-operation-id', unknownInclusionRequest(deployment)),
    ...known.map((operationId) =>
      smoke('known-operation-id', knownInclusionRequest(operationId, deployment)),
    ),
    smoke('missing-operation-id', { endpoint: 'inclusion', query, expect }),
    ...['POST', 'PUT', 'DELETE'].map((method) => smoke('wrong-method', wrong(method))),
  ];
}
