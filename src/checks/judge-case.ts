import { stalenessOf } from '../client/evidence.js';
import { createDialect, isNeutral } from '../contract/dialect.js';
import type { Check, CheckContext, CheckedViolation } from './case/check.js';
import type { Observation, ObservedCase } from './case/observation.js';
import { cachedAnswer } from './records/record-checks.js';

/** Returns the violations that checks find in a case, in the order of the checks; messages have the deployment's names. */
export function judgeCase(
  observed: ObservedCase,
  context: CheckContext,
  checks: readonly Check[],
): CheckedViolation[] {
  const found: CheckedViolation[] = [];
  const fresh = withoutCached(observed);
  for (const check of checks)
    for (const violation of check.judge(check === cachedAnswer ? observed : fresh, context))
      found.push({ check, violation });
  if (found.length === 0 || isNeutral(context.chains)) return found;
  const { toWireText } = createDialect(context.chains, context.conventions);
  return found.map(({ check, violation }) => ({
    check,
    violation: { ...violation, message: toWireText(violation.message) },
  }));
}

/** A cached answer is one to an earlier request, so it is no evidence about this one. */
function withoutCached(observed: ObservedCase): ObservedCase {
  const isCached = ({ answer }: Observation): boolean => stalenessOf(answer) !== undefined;
  if (!observed.observations.some(isCached)) return observed;
  const observations = observed.observations.map((observation) =>
    isCached(observation) ? { ...observation, answer: undefined } : observation,
  );
  return { ...observed, observations };
}
