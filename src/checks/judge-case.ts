import type { Check, CheckContext, CheckedViolation } from './case/check.js';
import type { ObservedCase } from './case/observation.js';

/** Holds what came of a case against checks, and gives what must not be, in the order of the checks. */
export function judgeCase(
  observed: ObservedCase,
  context: CheckContext,
  checks: readonly Check[],
): CheckedViolation[] {
  const found: CheckedViolation[] = [];
  for (const check of checks)
    for (const violation of check.judge(observed, context)) found.push({ check, violation });
  return found;
}
