import fc, { type Arbitrary } from 'fast-check';
import { rawBody } from '../../arbitraries/invalid/bodies/raw-body.js';
import type { CasePlan, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { definedMembers } from '../../internal/objects.js';
import { anyIndex } from '../../internal/print.js';
import { caseBody } from './case-body.js';
import { drawnPhase } from './drawn-phase.js';
import { listedPhase } from './listed-phase.js';
import { operationDraws } from './operations/operation-draws.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/**
 * Makes the phase of custom endpoints: requests that their schemas take, and such with one fault. Of a campaign without
 * any it has no cases. Of an operation whose schemas cannot be drawn its example is sent, if there is one. Section 4.3.
 */
export function createOperationsPhase({ operations, deployment: { conventions } }: PhaseContext): Phase {
  const plans = operations
    .map((operation) => plansOf(operation, conventions))
    .filter((ofOne) => ofOne !== undefined);
  if (plans.length === 0) return listedPhase('operations', []);
  return drawnPhase('operations', fc.oneof(...plans), (plan) => plan);
}

/** Undefined where there is nothing to send. */
function plansOf(
  operation: Endpoint,
  { additionalRequestMembers }: Conventions,
): Arbitrary<CasePlan> | undefined {
  const { example, body } = operation;
  const planOf = (kind: string, request: EndpointRequest, expect: Expectation): CasePlan =>
    singleRequestCase('operations', kind, planned(operation, request, expect));
  const examples = example && fc.constant(planOf('example', example, { kind: 'answered', exists: true }));
  const draws = operationDraws(operation);
  if (draws.fault !== undefined) return examples;
  const valid = draws.valid.map((request) => planOf('valid', request, { kind: 'answered' }));
  const invalid = (additionalRequestMembers === 'allow' ? draws.invalidBesidesMembers : draws.invalid)?.map(
    ({ fault, path, reason, input }) =>
      planOf(fault, input, { kind: 'refused', fault, path: anyIndex(path), reason }),
  );
  const raw = body && rawPlans(operation, draws.valid);
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
function rawPlans(operation: Endpoint, valid: Arbitrary<EndpointRequest>): Arbitrary<CasePlan> {
  return fc.tuple(valid, rawBody()).map(([{ params, query }, { kind, reason, bytes }]) => {
    const expect = { kind: 'refused', fault: kind, path: 'body', reason } as const;
    const request = planned(operation, { params, query }, expect);
    return singleRequestCase('operations', kind, { ...request, body: caseBody(bytes) });
  });
}

function planned(operation: Endpoint, request: EndpointRequest, expect: Expectation): HttpCaseRequest {
  return { operation: operation.name, ...definedMembers(endpointRequest(operation, request)), expect };
}
