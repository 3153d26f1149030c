import fc, { type Arbitrary } from 'fast-check';
import { rawBody } from '../../arbitraries/mutations/raw-body.js';
import type { CasePlan, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { definedMembers } from '../../internal/objects.js';
import { anyIndex } from '../../internal/print.js';
import { caseBody } from './case-body.js';
import { drawnPhase } from './drawn-phase.js';
import { endpointDraws } from './endpoint-draws.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/**
 * Makes the phase of custom endpoints: requests that their schemas take, and such with one fault. Of a campaign without
 * any it has no cases. Of an endpoint whose schemas cannot be drawn its example is sent, if there is one. Section 4.3.
 */
export function createEndpointsPhase({ endpoints, deployment: { conventions } }: PhaseContext): Phase {
  const plans = endpoints
    .map((endpoint) => plansOf(endpoint, conventions))
    .filter((ofOne) => ofOne !== undefined);
  if (plans.length === 0) return listedPhase('endpoints', []);
  return drawnPhase('endpoints', fc.oneof(...plans), (plan) => plan);
}

/** Undefined where there is nothing to send. */
function plansOf(
  endpoint: Endpoint,
  { additionalRequestMembers }: Conventions,
): Arbitrary<CasePlan> | undefined {
  const { example, body } = endpoint;
  const planOf = (kind: string, request: EndpointRequest, expect: Expectation): CasePlan =>
    singleRequestCase('endpoints', kind, planned(endpoint, request, expect));
  const examples = example && fc.constant(planOf('example', example, { kind: 'answered', exists: true }));
  const draws = endpointDraws(endpoint);
  if (draws.fault !== undefined) return examples;
  const valid = draws.valid.map((request) => planOf('valid', request, { kind: 'answered' }));
  const invalid = (additionalRequestMembers === 'allow' ? draws.invalidBesidesMembers : draws.invalid)?.map(
    ({ mutation, path, reason, input }) =>
      planOf(mutation, input, { kind: 'rejected', fault: mutation, path: anyIndex(path), reason }),
  );
  const raw = body && rawPlans(endpoint, draws.valid);
  const weights = [
    [4, valid],
    [1, examples],
    [4, invalid],
    [1, raw],
  ] as const;
  return fc.oneof(
    ...weights.flatMap(([weight, arbitrary]) => (arbitrary === undefined ? [] : [{ weight, arbitrary }])),
  );
}

/** Bodies that are no JSON, beside params and a query that are right. */
function rawPlans(endpoint: Endpoint, valid: Arbitrary<EndpointRequest>): Arbitrary<CasePlan> {
  return fc.tuple(valid, rawBody()).map(([{ params, query }, { kind, reason, bytes }]) => {
    const expect = { kind: 'rejected', fault: kind, path: 'body', reason } as const;
    const request = planned(endpoint, { params, query }, expect);
    return singleRequestCase('endpoints', kind, { ...request, body: caseBody(bytes) });
  });
}

function planned(endpoint: Endpoint, request: EndpointRequest, expect: Expectation): HttpCaseRequest {
  return { endpoint: endpoint.name, ...definedMembers(endpointRequest(endpoint, request)), expect };
}
