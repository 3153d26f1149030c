import type { InclusionState } from '../../contract/conventions.js';
import type { Simulation } from '../../contract/responses.js';
import type { Expectation } from './case-plan.js';
import type { Check, CheckContext, Violation } from './check.js';
import type { Observation } from './observation.js';

/** A violation in the outcome of one request; its judge adds the index. */
export type AnswerViolation = Omit<Violation, 'at'>;

const none: readonly Violation[] = [];

/**
 * Creates the judge of a check that examines one observation at a time. Of several violations with the same path and class,
 * as in the items of a list, only the first counts.
 */
export function judgeEach(
  violationsOf: (
    observation: Observation,
    context: CheckContext,
  ) => readonly AnswerViolation[] | AnswerViolation | undefined,
): Check['judge'] {
  return ({ observations }, context) => {
    let found = none;
    for (let at = 0; at < observations.length; at++) {
      const violations = violationsOf(observations[at] as Observation, context);
      if (violations === undefined || (Array.isArray(violations) && violations.length === 0)) continue;
      found = [...found, ...firstOfEach(violations, at)];
    }
    return found;
  };
}

function firstOfEach(violations: readonly AnswerViolation[] | AnswerViolation, at: number): Violation[] {
  const first = new Map<string, Violation>();
  for (const violation of [violations].flat()) {
    const key = `${violation.path} ${violation.class}`;
    if (!first.has(key)) first.set(key, { at, ...violation });
  }
  return [...first.values()];
}

/** Returns the violations in the content of an answer. */
type ViolationsOf<Content> = (
  content: Content,
  expect: Expectation,
  context: CheckContext,
) => readonly AnswerViolation[] | AnswerViolation | undefined;

/** Creates the judge of a check that examines one simulation at a time. */
export function judgeSimulations(violationsOf: ViolationsOf<Simulation>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const simulation = answer?.simulation;
    return simulation && violationsOf(simulation, request.expect, context);
  });
}

/** Creates the judge of a check that examines one record of an operation at a time. */
export function judgeRecords(violationsOf: ViolationsOf<InclusionState>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const record = answer?.inclusion;
    return record && violationsOf(record, request.expect, context);
  });
}
