import type { WaitReport } from '../../errors.js';
import type { InclusionOutcome } from '../../polling/wait.js';

/** Returns the report of a wait, however it ended. */
export function waitReport(outcome: InclusionOutcome, deploymentName: string): WaitReport {
  if (outcome.status !== 'included') return outcome.error;
  const { operationId, inclusion } = outcome;
  return { ...inclusion, operationId, deploymentName, lastRecord: inclusion.record, lastError: undefined };
}
