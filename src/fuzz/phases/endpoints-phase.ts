import fc, { type Arbitrary } from 'fast-check';
import { rawBody } from '../../arbitraries/mutations/raw-body.js';
import type { CasePlan, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { definedMembers } from '../../internal/objects.js';
import { anyIndex } from '../../internal/print.js';
import { caseBody } from './case-body.js';
import { endpointArbitraries } from './endpoint-arbitraries.js';
import { generatedPhase } from './generated-phase.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/**
 * Creates the phase of custom endpoints: valid requests, and requests with one mutation. It has no cases if a campaign has
 * no custom endpoints. If the schemas of an endpoint generate no request, its example is sent. Section 4.3.
 */
export function createEndpointsPhase({ endpoints, deployment: { conventions } }: PhaseContext): Phase {
  const plans = endpoints
    .map((endpoint) => plansOf(endpoint, conventions))
    .filter((ofOne) => ofOne !== undefined);
  if (plans.length === 0) return listedPhase('endpoints', []);
  return generatedPhase('endpoints', fc.oneof(...plans), (plan) => plan);
}

/** Returns the cases of an endpoint; undefined if there is nothing to send. */
function plansOf(
  endpoint: Endpoint,
  { additionalRequestMembers }: Conventions,
): Arbitrary<CasePlan> | undefined {
  const { example, body } = endpoint;
  const planOf = (kind: string, request: EndpointRequest, expect: Expectation): CasePlan =>
    singleRequestCase('endpoints', kind, planned(endpoint, request, expect));
  const examples = example && fc.constant(planOf('example', example, { kind: 'answered', exists: true }));
  const generated = endpointArbitraries(endpoint);
  if (generated.issue !== undefined) return examples;
  const valid = generated.valid.map((request) => planOf('valid', request, { kind: 'answered' }));
  const { invalid: anyInvalid, invalidWithoutAdditionalMembers } = generated;
  const invalidInputs = additionalRequestMembers === 'allow' ? invalidWithoutAdditionalMembers : anyInvalid;
  const invalid = invalidInputs?.map(({ mutation, path, reason, input }) =>
    planOf(mutation, input, { kind: 'rejected', fault: mutation, path: anyIndex(path), reason }),
  );
  const raw = body && rawPlans(endpoint, generated.valid);
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

/** Bodies that are not JSON, with valid params and a valid query. */
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
