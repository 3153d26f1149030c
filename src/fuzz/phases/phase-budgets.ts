import type { PhaseName } from '../../checks/case/case-plan.js';
import type { PhaseSelection } from '../campaign-options.js';
import type { Phase } from './phase.js';

/**
 * How the generated phases share the cases that the listed phases leave, in proportion to each other. A phase that does not
 * run, such as `endpoints` without custom endpoints, gets none.
 */
const shares: Readonly<Partial<Record<PhaseName, number>>> = {
  valid: 30,
  invalid: 30,
  metamorphic: 25,
  stateful: 10,
  wire: 5,
  endpoints: 25,
};

/** A phase and the number of its cases, for all shards together. */
export interface BudgetedPhase {
  readonly phase: Phase;
  readonly cases: number;
}

/**
 * Distributes the cases of a campaign among its phases. Smoke, corpus and coverage have fixed sizes. If cases are few,
 * coverage gets at most half of them, so that some are generated. A phase with a requested number of cases gets it.
 *
 * @param phases - The phases to run, in order.
 * @param asked - The requested numbers of cases.
 */
export function phaseBudgets(
  phases: readonly Phase[],
  cases: number,
  asked: PhaseSelection,
): BudgetedPhase[] {
  const budgets = new Map<Phase, number>();
  let left = cases;
  const give = (phase: Phase, wanted: number): void => {
    const given = Math.min(wanted, phase.size);
    budgets.set(phase, given);
    left = Math.max(0, left - given);
  };
  const others: Phase[] = [];
  for (const phase of phases) {
    const count = asked[phase.name];
    if (typeof count === 'number') give(phase, count);
    else others.push(phase);
  }
  const generated = others.filter((phase) => !isListed(phase));
  for (const phase of others.filter(isListed)) {
    const isHalved = phase.name === 'coverage' && generated.length > 0;
    give(phase, isHalved ? Math.ceil(left / 2) : left);
  }
  shareOut(generated, left, give);
  return phases
    .map((phase) => ({ phase, cases: budgets.get(phase) ?? 0 }))
    .filter((budget) => budget.cases > 0);
}

function isListed({ size }: Phase): boolean {
  return Number.isFinite(size);
}

/** Gives each phase its share of the remaining cases, so that rounding loses none. */
function shareOut(
  phases: readonly Phase[],
  cases: number,
  give: (phase: Phase, cases: number) => void,
): void {
  let left = cases;
  let parts = phases.reduce((sum, { name }) => sum + (shares[name] ?? 0), 0);
  for (const phase of phases) {
    const share = shares[phase.name] ?? 0;
    const given = Math.round((left * share) / Math.max(1, parts));
    give(phase, given);
    left -= given;
    parts -= share;
  }
}
