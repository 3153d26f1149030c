import type { Finding, FindingLabel } from './finding.js';

/**
 * Returns how certain a finding is after reruns of its case. If the deployment does not answer a control request either,
 * nothing is decided: the case or something else may have stopped it.
 */
export function findingLabel({ shown, of }: Finding['runs'], isReachable: boolean): FindingLabel {
  if (!isReachable || of === 0) return 'unconfirmed';
  if (shown === 0) return 'not-reproduced';
  return shown === of ? 'stable' : 'flaky';
}
