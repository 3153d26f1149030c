import type { InclusionState } from '../../contract/conventions.js';
import type { Simulation } from '../../contract/responses.js';
import type { Expectation } from '../case/case-plan.js';
import type { Check, CheckContext } from '../case/check.js';
import { type Flaw, judgeEach } from '../case/judge-each.js';

/** Finds what must not be in what an answer says, in view of what was expected of its request. */
type FlawsOf<Said> = (
  said: Said,
  expect: Expectation,
  context: CheckContext,
) => readonly Flaw[] | Flaw | undefined;

/** Creates the judge of a check that examines one simulation at a time. */
export function judgeSimulations(flawsOf: FlawsOf<Simulation>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const simulation = answer?.simulation;
    return simulation && flawsOf(simulation, request.expect, context);
  });
}

/** Creates the judge of a check that examines one record of an operation at a time. */
export function judgeRecords(flawsOf: FlawsOf<InclusionState>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const record = answer?.inclusion;
    return record && flawsOf(record, request.expect, context);
  });
}
