import type { Check, CheckContext, CheckedViolation } from './case/check.js';
import type { ObservedCase } from './case/observation.js';

/** Holds what came of a case against checks, and gives what must not be. */
export function judgeCase(
  observed: ObservedCase,
  context: CheckContext,
  checks: readonly Check[],
): CheckedViolation[] {
  return checks.flatMap((check) => check.judge(observed, context).map((violation) => ({ check, violation })));
}
