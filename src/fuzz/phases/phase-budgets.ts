import type { PhaseName } from '../../checks/case/case-plan.js';
import type { Phase } from './phase.js';
import type { PhaseSelection } from './phase-selection.js';

/**
 * How the cases that are left after the listed phases are shared among those that are generated:
 *
 * | valid | invalid | metamorphic | stateful | wire | endpoints |
 * | --- | --- | --- | --- | --- | --- |
 * | 30 % | 30 % | 25 % | 10 % | 5 % | 0 % |
 * | 24 % | 24 % | 20 % | 8 % | 4 % | 20 %, with custom endpoints |
 *
 * Of a phase that is left out the others get the share.
 */
const shares: Readonly<Partial<Record<PhaseName, number>>> = {
  valid: 30,
  invalid: 30,
  metamorphic: 25,
  stateful: 10,
  wire: 5,
  endpoints: 25,
};

/** A phase and how many of its cases are run, those of all shards together. */
export interface BudgetedPhase {
  readonly phase: Phase;
  readonly cases: number;
}

/**
 * Shares the cases of a campaign among its phases. Smoke, corpus and coverage are as long as they are; of few cases
 * coverage takes at most half, so that some are generated. A phase for which a number is asked gets it.
 *
 * @param phases - Those that run, in their order.
 * @param asked - For some of them how many cases.
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

/** Each gets its share of what is left, so that rounding loses none. */
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
