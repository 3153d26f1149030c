import type { Expectation } from '../../checks/case/case-plan.js';
import type { FuzzedCall } from '../fuzzed-call.js';
import { leftOpen } from './simulation-oracle.js';

/**
 * Says what must come of a valid call. One without a target may be valid where no field is required, but there is
 * nothing to simulate.
 */
export function expectedVerdict({ request, succeeds, returns }: FuzzedCall): Expectation {
  if (request.alphaCallParams?.target === undefined) return leftOpen;
  return { kind: 'simulated', request, succeeds, returns };
}
