import type { InclusionRecord } from '../../client/results.js';
import type { InclusionState } from '../../contract/conventions.js';
import { jsonText } from '../../contract/json.js';
import type { WaitReport } from '../../errors.js';
import { errorText } from '../../internal/print.js';
import type { Paint, Style } from '../../internal/terminal.js';
import type { InclusionOutcome, WaitEnding } from '../../polling/wait.js';
import { waitLines } from '../../polling/wait-message.js';
import { type ExitCode, exitCodes } from '../cli-context.js';
import { withFlagNames } from '../flag.js';
import { redactedTexts } from '../redacted-texts.js';
import { waitFlags } from './wait-flags.js';

/** Returns the outcomes of waits as JSON on one line, with exact integers. */
export function waitJson(outcomes: readonly InclusionOutcome[], deploymentName: string): string {
  return `${jsonText({ outcomes: outcomes.map((outcome) => described(outcome, deploymentName)) })}\n`;
}

function described(outcome: InclusionOutcome, deploymentName: string): object {
  const { operationId, lastRecord, lastError, durationMs, timeline, inconsistencies } = waitReport(
    outcome,
    deploymentName,
  );
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

/** What the text contains besides the outcomes. */
interface WaitTextOptions {
  readonly deploymentName: string;
  readonly timeoutMs: number;
  readonly paint: Paint;
}

/** Returns a paragraph for each wait: how it ended and its polls. Contains no secrets. */
export function waitText(outcomes: readonly InclusionOutcome[], told: WaitTextOptions): string {
  return outcomes.map((outcome) => `${paragraph(outcome, told)}\n`).join('\n');
}

function paragraph(outcome: InclusionOutcome, { deploymentName, timeoutMs, paint }: WaitTextOptions): string {
  const { status } = outcome;
  const [why, lines] =
    status === 'included'
      ? ['', waitLines(waitReport(outcome, deploymentName), { timeoutMs, expected: status })]
      : [`: ${outcome.error.summary}`, outcome.error.details];
  return [paint(styles[status], status.replaceAll('-', ' ')) + why, ...lines.map(inFlags)].join('\n');
}

/** The advice is for people who write code. */
function inFlags(line: string): string {
  if (!line.startsWith('What to do:')) return line;
  return withFlagNames(line.replace('failFast: false', '--no-fail-fast'), waitFlags);
}

const styles: Readonly<Record<WaitEnding, Style>> = {
  included: 'green',
  rejected: 'red',
  'not-applicable': 'red',
  inconsistent: 'red',
  'timed-out': 'yellow',
  inconclusive: 'yellow',
  aborted: 'yellow',
};

/**
 * Returns the exit code of some waits: 0 if all are included, or one with `isAny`. Otherwise 1 if one was decided
 * negatively, and 3 if none was.
 */
export function waitExitCode(statuses: readonly WaitEnding[], isAny: boolean): ExitCode {
  const isIncluded = (status: WaitEnding): boolean => status === 'included';
  if (isAny ? statuses.some(isIncluded) : statuses.every(isIncluded)) return exitCodes.clean;
  return statuses.some((status) => styles[status] === 'red') ? exitCodes.findings : exitCodes.cannotRun;
}

/** Returns the report of a wait, however it ended. */
function waitReport(outcome: InclusionOutcome, deploymentName: string): WaitReport {
  if (outcome.status !== 'included') return outcome.error;
  const { operationId, inclusion } = outcome;
  return { ...inclusion, operationId, deploymentName, lastRecord: inclusion.record, lastError: undefined };
}
