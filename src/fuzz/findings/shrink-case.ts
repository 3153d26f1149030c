import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';
import type { PhaseCase } from '../phases/phase.js';
import { singleRequestCase } from '../phases/phase.js';
import { type CaseContext, caseInContext } from './rerun-cases.js';
import type { RunResult, Shown } from './run-result.js';

/** A case that shows a finding, and the run that showed it. */
export interface ReproducingCase extends Shown {
  readonly phaseCase: PhaseCase;
  /** How many times the case was made simpler. */
  readonly shrinks: number;
  /** The requests around the one that showed it in the campaign. Default: none. */
  readonly context?: CaseContext | undefined;
}

/**
 * Returns the cases to try first: the request that showed a finding alone, and after those before it, which then can be left
 * out one by one.
 */
export function withFewer(
  { phaseCase: { plan }, at }: ReproducingCase,
  caseOf: (plan: CasePlan) => PhaseCase,
): PhaseCase[] {
  const requests = caseRequests(plan);
  const judged = requests[at];
  if (judged === undefined || requests.length === 1) return [];
  const alone = caseOf(singleRequestCase(plan.phase, plan.kind, judged));
  return [alone, caseInContext(alone, 0, { before: requests.slice(0, at), beside: [] })];
}

/** Returns a case as the run sent it that showed a finding. */
export function asSent(phaseCase: PhaseCase, { plan = phaseCase.plan }: Shown): PhaseCase {
  return { plan, shrinks: () => phaseCase.shrinks() };
}

/**
 * Returns the simplest case that shows the same finding: takes the first simpler case that shows it and continues from
 * there, until none does or `mayGoOn` returns false.
 *
 * @param first - Cases to try first.
 */
export async function shrinkCase(
  start: ReproducingCase,
  rerun: (phaseCase: PhaseCase) => Promise<RunResult>,
  mayGoOn: () => boolean,
  first: readonly PhaseCase[] = [],
): Promise<ReproducingCase> {
  const firstOf = async (
    cases: Iterable<PhaseCase>,
    shrinks: number,
  ): Promise<ReproducingCase | undefined> => {
    for (const phaseCase of cases) {
      if (!mayGoOn()) return undefined;
      const result = await rerun(phaseCase);
      if (result.kind === 'shown')
        return { ...result, phaseCase: asSent(phaseCase, result), shrinks, context: start.context };
    }
    return undefined;
  };
  let simplest = (await firstOf(first, start.shrinks + 1)) ?? start;
  for (;;) {
    const simpler = await firstOf(simplest.phaseCase.shrinks(), simplest.shrinks + 1);
    if (simpler === undefined) return simplest;
    simplest = simpler;
  }
}
