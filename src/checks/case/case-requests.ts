import type { CasePlan, CaseRequest } from './case-plan.js';

/** Returns the requests of a case in order. Violations and pairs refer to them by this index. */
export function caseRequests({ steps }: CasePlan): CaseRequest[] {
  return steps.flatMap(({ requests }) => requests);
}
