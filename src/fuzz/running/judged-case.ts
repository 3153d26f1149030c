import type { CasePlan } from '../../checks/case/case-plan.js';
import type { CheckedViolation } from '../../checks/case/check.js';
import type { ObservedCase } from '../../checks/case/observation.js';
import type { Exchange } from '../../client/exchange.js';

/** A case that was sent and judged. */
export interface JudgedCase {
  readonly observed: ObservedCase;
  /** In the order of its requests. */
  readonly exchanges: readonly Exchange[];
  readonly violations: readonly CheckedViolation[];
}

/** Sends a case at the campaign's pace and judges it. Rejects only if the campaign is stopped. */
export type RunCase = (plan: CasePlan) => Promise<JudgedCase>;
