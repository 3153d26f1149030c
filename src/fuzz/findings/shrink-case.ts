import type { CasePlan } from '../../checks/case/case-plan.js';
import { caseRequests } from '../../checks/case/case-requests.js';
import type { PhaseCase } from '../phases/phase.js';
import { singleRequestCase } from '../phases/single-request-case.js';
import type { CaseContext } from './case-context.js';
import type { RunResult, Shown } from './run-result.js';

/** A case that shows a finding, and the run that showed it. */
export interface ReproducingCase extends Shown {
  readonly phaseCase: PhaseCase;
  /** How many times the case was made simpler. */
  readonly shrinks: number;
  /** The requests around the one that showed it in the campaign. Default: none. */
  readonly context?: CaseContext | undefined;
}

/** A case with only the request that showed it; undefined if the case has no others. */
export function withoutOthers({ phaseCase: { plan }, at }: ReproducingCase): CasePlan | undefined {
  const requests = caseRequests(plan);
  const judged = requests[at];
  return judged === undefined || requests.length === 1
    ? undefined
    : singleRequestCase(plan.phase, plan.kind, judged);
}

/**
 * Returns the simplest case that shows the same finding: takes the first simpler case that shows it and continues from
 * there, until none does or `mayGoOn` returns false.
 *
 * @param boldest - A case to try first.
 */
export async function shrinkCase(
  start: ReproducingCase,
  rerun: (phaseCase: PhaseCase) => Promise<RunResult>,
  mayGoOn: () => boolean,
  boldest?: PhaseCase,
): Promise<ReproducingCase> {
  const firstOf = async (
    cases: Iterable<PhaseCase>,
    shrinks: number,
  ): Promise<ReproducingCase | undefined> => {
    for (const phaseCase of cases) {
      if (!mayGoOn()) return undefined;
      const result = await rerun(phaseCase);
      if (result.kind === 'shown') return { ...result, phaseCase, shrinks, context: start.context };
    }
    return undefined;
  };
  let simplest = (await firstOf(boldest ? [boldest] : [], start.shrinks + 1)) ?? start;
  for (;;) {
    const simpler = await firstOf(simplest.phaseCase.shrinks(), simplest.shrinks + 1);
    if (simpler === undefined) return simplest;
    simplest = simpler;
  }
}
