import type { CasePlan, CaseRequest } from './case-plan.js';

/** All requests of a case, in the order in which the places of violations and pairs count them. */
export function requestsOf({ steps }: CasePlan): CaseRequest[] {
  return steps.flatMap(({ requests }) => requests);
}
