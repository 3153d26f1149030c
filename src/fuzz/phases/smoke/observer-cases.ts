import type { CasePlan, HttpCaseRequest } from '../../../checks/case/case-plan.js';
import { inclusionRequest, unknownInclusionRequest } from '../../../checks/case/inclusion-request.js';
import { unknownOperationId } from '../../../client/request.js';
import type { PhaseContext } from '../phase.js';
import { singleRequestCase } from '../single-request-case.js';

/** How many operations are queried at the start, so that later answers can be compared with theirs. */
const maxAsked = 20;

/** Lists queries of the observer: for known and unknown operations, and some that it must reject. Section 4.2. */
export function observerCases({ deployment, operationIds }: PhaseContext): CasePlan[] {
  const smoke = (kind: string, planned: HttpCaseRequest): CasePlan =>
    singleRequestCase('smoke', kind, planned);
  const known = operationIds.slice(0, maxAsked);
  const wrong = (method: string): HttpCaseRequest => ({
    ...inclusionRequest(known[0] ?? unknownOperationId, { kind: 'wrong-method' }, deployment),
    method,
  });
  return [
    smoke('unknown-operation-id', unknownInclusionRequest(deployment)),
    ...known.map((operationId) =>
      smoke('known-operation-id', inclusionRequest(operationId, { kind: 'known', operationId }, deployment)),
    ),
    smoke('missing-operation-id', {
      endpoint: 'inclusion',
      expect: {
        kind: 'rejected',
        mutation: 'missing-operation-id',
        path: 'operationId',
        reason: 'There is no operation id to look for.',
      },
    }),
    ...['POST', 'PUT', 'DELETE'].map((method) => smoke('wrong-method', wrong(method))),
  ];
}
