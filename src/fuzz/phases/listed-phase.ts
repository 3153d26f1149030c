import type { CasePlan, PhaseName } from '../../checks/case/case-plan.js';
import type { Phase } from './phase.js';

/** Creates a phase of cases that are already simple and the same for every seed. */
export function listedPhase(name: PhaseName, plans: readonly CasePlan[]): Phase {
  return {
    name,
    size: plans.length,
    caseAt(_, index) {
      const plan = plans[index];
      if (plan === undefined) throw new RangeError(`the phase ${name} has ${plans.length} cases`);
      return { plan, shrinks: () => [] };
    },
  };
}
