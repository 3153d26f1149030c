import type { CasePlan } from '../../checks/case/case-plan.js';
import { caseRequests } from '../../checks/case/case-requests.js';

/** Of these the requests that are compared are the same; the change is around them. */
const unchanged: readonly string[] = ['determinism', 'isolation', 'concurrency'];

/**
 * Plans a case of a changed request with the unchanged one in the place of all: where its answers differ too, they do not
 * by the change. Undefined for a case that changes no request.
 */
export function controlCase(plan: CasePlan): CasePlan | undefined {
  const { phase, relation } = plan;
  if (relation === undefined || unchanged.includes(relation.name)) return undefined;
  const requests = caseRequests(plan);
  const base = requests[relation.pairs[0]?.[0] ?? 0];
  if (base === undefined) return undefined;
  const name = 'determinism';
  return {
    phase,
    kind: name,
    steps: requests.map(() => ({ requests: [base] })),
    relation: { name, pairs: requests.slice(1).map((_, index) => [0, index + 1] as const) },
  };
}
