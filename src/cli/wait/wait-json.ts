import type { InclusionRecord } from '../../client/results.js';
import type { InclusionState } from '../../contract/conventions.js';
import { jsonText } from '../../contract/json.js';
import { errorText } from '../../internal/print.js';
import type { InclusionOutcome } from '../../polling/wait.js';
import { redactedTexts } from '../redacted-texts.js';
import { waitReport } from './wait-report.js';

/** Returns the outcomes of waits as JSON on one line, with exact integers. */
export function waitJson(outcomes: readonly InclusionOutcome[], deploymentName: string): string {
  return `${jsonText({ outcomes: outcomes.map((outcome) => described(outcome, deploymentName)) })}\n`;
}

function described(outcome: InclusionOutcome, deploymentName: string): object {
  const report = waitReport(outcome, deploymentName);
  const { operationId, lastRecord, lastError, durationMs, timeline, inconsistencies } = report;
  return {
    operationId,
    status: outcome.status,
    response: lastRecord === undefined ? null : redactedTexts(wireState(lastRecord), lastRecord.exchange),
    durationMs: Math.round(durationMs),
    polls: timeline.length,
    inconsistencies: inconsistencies.map(({ message }) => message),
    ...(outcome.status !== 'included' && { message: outcome.error.summary }),
    ...(lastError !== undefined && { lastError: errorText(lastError) }),
  };
}

/** Returns the observer's record with the deployment's names of stages and chains, as received. */
function wireState({ response, deployment: { dialect } }: InclusionRecord): InclusionState {
  const { stage, transactions } = response;
  return {
    ...response,
    ...(stage !== undefined && { stage: dialect.toWireName(stage) }),
    ...(transactions && { transactions: transactions.map(dialect.toWireTransaction) }),
  };
}
