import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';

/** Relations whose compared requests are the same; the change is around them. */
const unchanged: readonly string[] = ['determinism', 'isolation', 'concurrency'];

/**
 * Replaces every request of a case with the unchanged one: if its answers differ too, the change is not the reason. Returns
 * undefined for a case that does not change a request.
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
