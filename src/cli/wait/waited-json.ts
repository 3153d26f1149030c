import { jsonText } from '../../contract/json-text.js';
import { errorText } from '../../inclusion/error-text.js';
import type { InclusionOutcome } from '../../inclusion/inclusion-wait.js';
import { redactedTexts } from '../redacted-texts.js';
import { waitStatus } from './wait-status.js';
import { waitedReport } from './waited-report.js';

/** How some waits ended, on one line for a program, integers exact: the last record of each, or null without one. */
export function waitedJson(outcomes: readonly InclusionOutcome[], deploymentName: string): string {
  return `${jsonText({ outcomes: outcomes.map((outcome) => described(outcome, deploymentName)) })}\n`;
}

function described(outcome: InclusionOutcome, deploymentName: string): object {
  const report = waitedReport(outcome, deploymentName);
  const { operationId, lastRecord, lastError, durationMs, timeline, findings } = report;
  return {
    operationId,
    status: waitStatus(outcome),
    response: lastRecord === undefined ? null : redactedTexts(lastRecord.response, lastRecord.exchange),
    durationMs: Math.round(durationMs),
    polls: timeline.length,
    findings: findings.map(({ message }) => message),
    ...(outcome.status === 'failed' && { message: outcome.error.summary }),
    ...(lastError !== undefined && { lastError: errorText(lastError) }),
  };
}
