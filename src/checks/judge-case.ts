import { createDialect, isNeutral } from '../contract/dialect.js';
import type { Check, CheckContext, CheckedViolation } from './case/check.js';
import type { ObservedCase } from './case/observation.js';

/**
 * Holds what came of a case against checks, and gives what must not be, in the order of the checks; what it says has
 * the deployment's names.
 */
export function judgeCase(
  observed: ObservedCase,
  context: CheckContext,
  checks: readonly Check[],
): CheckedViolation[] {
  const found: CheckedViolation[] = [];
  for (const check of checks)
    for (const violation of check.judge(observed, context)) found.push({ check, violation });
  if (found.length === 0 || isNeutral(context.chains)) return found;
  const { toWireText } = createDialect(context.chains, context.conventions);
  return found.map(({ check, violation }) => ({
    check,
    violation: { ...violation, message: toWireText(violation.message) },
  }));
}
