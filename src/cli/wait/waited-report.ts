import type { WaitReport } from '../../errors.js';
import type { InclusionOutcome } from '../../polling/wait.js';

/** What a wait knows at its end, however it ended. */
export function waitedReport(outcome: InclusionOutcome, deploymentName: string): WaitReport {
  if (outcome.status !== 'included') return outcome.error;
  const { operationId, inclusion } = outcome;
  return { ...inclusion, operationId, deploymentName, lastRecord: inclusion.record, lastError: undefined };
}
