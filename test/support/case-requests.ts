import type { CasePlan, CaseRequest } from 'crosscheck/fuzz';

/** Returns the requests of a case, in the order in which their observations are numbered. */
export function caseRequests({ steps }: CasePlan): CaseRequest[] {
  return steps.flatMap(({ requests }) => requests);
}
