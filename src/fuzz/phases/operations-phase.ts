import fc, { type Arbitrary } from 'fast-check';
import { rawBody } from '../../arbitraries/invalid/bodies/raw-body.js';
import { invalidRequests } from '../../arbitraries/operation/invalid-operation-input.js';
import { operationRequests } from '../../arbitraries/operation/operation-input.js';
import type { CasePlan, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { OperationRequest, OwnOperation } from '../../contract/own-operation.js';
import { ownRequest } from '../../http/own-request.js';
import { anyIndex } from '../../internal/any-index.js';
import { definedMembers } from '../../internal/defined-members.js';
import { caseBody } from './case-body.js';
import { drawnPhase } from './drawn-phase.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/**
 * Makes the phase of own operations: requests that their schemas take, and such with one fault. Of a campaign without
 * any it has no cases. Section 4.3.
 */
export function createOperationsPhase({ operations }: PhaseContext): Phase {
  if (operations.length === 0) return listedPhase('operations', []);
  return drawnPhase('operations', fc.oneof(...operations.map(plansOf)), (plan) => plan);
}

function plansOf(operation: OwnOperation): Arbitrary<CasePlan> {
  const { name, example, body } = operation;
  const planOf = (kind: string, request: OperationRequest, expect: Expectation): CasePlan =>
    singleRequestCase('operations', kind, planned(operation, request, expect));
  const valid = operationRequests(operation, name).map((request) =>
    planOf('valid', request, { kind: 'answered' }),
  );
  const plans = [{ weight: 4, arbitrary: valid }];
  if (example !== undefined)
    plans.push({
      weight: 1,
      arbitrary: fc.constant(planOf('example', example, { kind: 'answered', exists: true })),
    });
  const invalid = invalidRequests(operation, name)?.map(({ fault, path, reason, input }) =>
    planOf(fault, input, { kind: 'refused', fault, path: anyIndex(path), reason }),
  );
  if (invalid !== undefined) plans.push({ weight: 4, arbitrary: invalid });
  if (body !== undefined) plans.push({ weight: 1, arbitrary: rawPlans(operation) });
  return fc.oneof(...plans);
}

/** Bodies that are no JSON, beside a query that is right. */
function rawPlans(operation: OwnOperation): Arbitrary<CasePlan> {
  const requests = operationRequests(operation, operation.name);
  return fc.tuple(requests, rawBody()).map(([{ query }, { kind, reason, bytes }]) => {
    const expect = { kind: 'refused', fault: kind, path: 'body', reason } as const;
    const request = planned(operation, { query }, expect);
    return singleRequestCase('operations', kind, { ...request, body: caseBody(bytes) });
  });
}

function planned(operation: OwnOperation, request: OperationRequest, expect: Expectation): HttpCaseRequest {
  return { operation: operation.name, ...definedMembers(ownRequest(operation, request)), expect };
}
