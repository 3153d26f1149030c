import type { Finding, FindingLabel } from './finding.js';

/**
 * Says how sure a finding is after its case ran again. When the deployment does not answer a control request either,
 * nothing is decided: the case may have brought it down, or something else did.
 */
export function findingLabel({ shown, of }: Finding['runs'], isReachable: boolean): FindingLabel {
  if (!isReachable || of === 0) return 'unconfirmed';
  if (shown === 0) return 'not-reproduced';
  return shown === of ? 'stable' : 'flaky';
}
