import type { CasePlan, CaseRequest, PhaseName } from '../../checks/case/case-plan.js';

/** Plans a case of one request. */
export function singleRequestCase(phase: PhaseName, kind: string, request: CaseRequest): CasePlan {
  return { phase, kind, steps: [{ requests: [request] }] };
}
