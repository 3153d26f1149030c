import type { CasePlan } from '../../checks/case/case-plan.js';

/**
 * Gives the first poll of a case alone. Sent between runs of the case, once more before each, it keeps them from meeting
 * every third or every fifth answer always at the same request. Undefined for cases that begin with no poll.
 */
export function pollBetween({ steps, phase, kind }: CasePlan): CasePlan | undefined {
  const first = steps[0]?.requests[0];
  if (first === undefined || 'wire' in first || first.operation !== 'inclusion') return undefined;
  return { phase, kind, steps: [{ requests: [first] }] };
}
