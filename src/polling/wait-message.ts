import type { InclusionRecord } from '../client/results.js';
import {
  InclusionAbortedError,
  type InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  PreflightError,
  SchemaMismatchError,
  type WaitReport,
} from '../errors.js';
import { errorText, formatDuration, formatText } from '../internal/print.js';
import { missedDeadline } from './poller.js';
import { formatTimeline, isNotFound, isRecord, type Timeline } from './timeline.js';
import type { WaitEnd, WaitEnding } from './wait.js';
import type { WaitOptions, WaitSettings } from './wait-options.js';

/** Creates the error of a wait that ended without reaching what was expected of it. */
export function inclusionErrorFor(
  { ending, report, abortReason }: WaitEnd,
  settings: WaitSettings,
  expected = expectedText('included', settings),
): InclusionError | InclusionUnknownError {
  const { timeoutMs, limit } = settings;
  const endedBy = limit && report.durationMs >= timeoutMs ? ` (${limit.limit})` : '';
  const details = [...waitLines(report, { timeoutMs, expected }), ...adviceLines(ending, report, settings)];
  switch (ending) {
    case 'rejected':
      return new InclusionRejectedError(report, {
        summary: 'The operation was rejected; it will not be included',
        details,
      });
    case 'not-applicable':
      return new InclusionNotApplicableError(report, {
        summary:
          'The operation ends on the destination chain; nothing of it is ever included on the source chain',
        details,
      });
    case 'inconclusive':
      return new InclusionUnknownError(report, {
        summary: `It is unknown whether the operation is included${endedBy}: ${whyInconclusive(report)}`,
        details,
        cause: report.lastError,
      });
    case 'inconsistent':
      return new InclusionInconsistentError(report, {
        summary: 'The polls contradict each other',
        details,
      });
    case 'aborted':
      return new InclusionAbortedError(report, {
        summary: `The wait was aborted: ${errorText(abortReason)}`,
        details,
        cause: abortReason,
      });
    default:
      return new InclusionTimeoutError(report, {
        summary: `${timeoutMs === 0 ? 'Not included yet' : `Not included within ${formatDuration(timeoutMs)}`}${endedBy}`,
        details,
      });
  }
}

/** Explains briefly why the wait was inconclusive: the first line of the last error, or what the records lack. */
export function whyInconclusive({ lastError, lastRecord, timeline }: WaitReport): string {
  if (lastError !== undefined && (lastRecord === undefined || hasFailedLast(timeline)))
    return errorText(lastError);
  if (lastRecord === undefined) return 'no poll was answered';
  if (hasLostRecord(timeline)) return 'the observer no longer knows the operation (404)';
  const { response, exchange } = lastRecord;
  if (response.stage === undefined) return 'the record has no stage';
  const stage = formatText(exchange.redact(response.stage), 80);
  return isKnownStage(lastRecord)
    ? `the convention isIncluded does not say it for the stage ${stage}`
    : `the stage ${stage} is not a stage of the deployment`;
}

function isKnownStage(record: InclusionRecord | undefined): boolean {
  const stage = record?.response.stage;
  return stage !== undefined && record?.deployment.conventions.stages.includes(stage) === true;
}

/** What a wait was for, as shown in its message. */
interface WaitAim {
  /** Its time limit, in milliseconds. */
  readonly timeoutMs: number;
  /** What was expected: `included`. */
  readonly expected: string;
}

/** Describes a wait: expected, received, and the timeline. Contains no secrets. */
export function waitLines(report: WaitReport, { timeoutMs, expected }: WaitAim): string[] {
  const { timeline, durationMs, inconsistencies, lastError } = report;
  const lines = [
    `Operation:  ${formatText(report.operationId, 80)}   Deployment: ${report.deploymentName}`,
    `Expected:   ${expected}`,
    `Received:   ${receivedText(report)}`,
    `Waited:     ${formatDuration(durationMs)} of ${formatDuration(timeoutMs)}, ${pollsText(timeline)}`,
    `Timeline:   ${formatTimeline(timeline)}`,
  ];
  for (const { message, atMs } of inconsistencies)
    lines.push(`Inconsistency: +${formatDuration(atMs)} ${formatText(message)}`);
  if (lastError !== undefined) lines.push(`Last error: ${errorText(lastError)}`);
  if (lastError instanceof SchemaMismatchError)
    lines.push(...issueLinesOf(lastError).map((line) => `            ${line}`));
  return lines;
}

/** Returns the lines of an error that name the first invalid members. They contain no secrets. */
function issueLinesOf({ details }: SchemaMismatchError): string[] {
  return details.filter((line) => line.startsWith('- ')).slice(0, 3);
}

/** Describes the expected result and its constraints: `included, for 500 ms, 3 polls in a row`. */
export function expectedText(
  expected: string,
  { minDurationMs = 0, stableForMs = 0, minConsecutivePolls = 1 }: WaitOptions,
): string {
  const words = [expected];
  if (stableForMs > 0) words.push(`for ${formatDuration(stableForMs)}`);
  if (minConsecutivePolls > 1) words.push(`${minConsecutivePolls} polls in a row`);
  if (minDurationMs > 0) words.push(`after ${formatDuration(minDurationMs)} or later`);
  return words.join(', ');
}

function receivedText({ lastRecord, timeline, durationMs }: WaitReport): string {
  if (lastRecord === undefined) {
    if (timeline.length === 0) return 'nothing';
    return timeline.some(({ result }) => isNotFound(result))
      ? 'the observer does not know the operation (404)'
      : 'nothing: every poll failed';
  }
  const seen = timeline.findLast(({ result }) => isRecord(result));
  const age = seen && seen !== timeline.at(-1) ? ` (${formatDuration(durationMs - seen.atMs)} ago)` : '';
  return recordText(lastRecord) + age;
}

/** Summarizes a record: stage, success, and the note if there is one. */
export function recordText({ response, exchange, deployment }: InclusionRecord): string {
  const { stage, success, note } = response;
  // A record created by the user may have no deployment.
  const nameOf = deployment?.dialect.toWireName ?? ((name: string) => name);
  // Mask before truncating: half a secret would not be recognised.
  const print = (text: string, length?: number): string => formatText(exchange.redact(text), length);
  const words = [
    stage === undefined ? 'no stage' : print(nameOf(stage), 80),
    `success=${success ?? 'absent'}`,
  ];
  const noteText = [note?.errorName, note?.content, note?.internalMsg].filter(Boolean).join(': ');
  if (noteText) words.push(`note "${print(noteText)}"`);
  return words.join(', ');
}

function pollsText(timeline: Timeline): string {
  const failures = timeline.filter(({ result }) => result.failure !== undefined).length;
  const polls = `${timeline.length} ${timeline.length === 1 ? 'poll' : 'polls'}`;
  return `${polls}: ${timeline.length - failures} ok, ${failures} failed`;
}

/** Returns the advice for a wait that ended without inclusion; `raise` names the timeout to raise. */
export function adviceLines(
  ending: WaitEnding,
  report: WaitReport,
  { limit }: Pick<WaitSettings, 'limit'>,
): string[] {
  const advice = adviceFor(ending, report, limit?.raise ?? 'timeoutMs');
  return advice === undefined ? [] : [`What to do: ${advice}`];
}

function adviceFor(ending: WaitEnding, report: WaitReport, raise: string): string | undefined {
  const { lastRecord, lastError, timeline } = report;
  const last = timeline.at(-1)?.result;
  switch (ending) {
    case 'timed-out':
      return timeoutAdvice(report, raise);
    case 'rejected':
      return last !== undefined && isNotFound(last)
        ? `${notFoundAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
        : 'read the note, which says why; failFast: false waits on, for a rollback';
    case 'not-applicable':
      return 'assert its record instead, or send a call that produces outgoing messages';
    case 'inconclusive':
      if (lastError instanceof PreflightError) return lastError.advice;
      if (last?.failure === missedDeadline.answer)
        return 'check whether the observer is overloaded, or raise finalPollTimeoutMs, the time limit of the last poll';
      if (hasLostRecord(timeline)) return lostRecordAdvice;
      if (last?.failure === undefined && isKnownStage(lastRecord))
        return 'make the convention isIncluded return true or false for this stage';
      return lastRecord?.verdict === 'unknown' && last?.failure === undefined
        ? 'check the chain names and the stages of the deployment: the record shows none of them'
        : 'fix the last error and run the test again: it says nothing about the operation';
    case 'inconsistent':
      return 'see the inconsistencies; leave out failOnInconsistency to wait on over a reorganisation';
    default:
      return undefined;
  }
}

function timeoutAdvice({ lastRecord, timeline }: WaitReport, raise: string): string | undefined {
  switch (lastRecord?.verdict) {
    case 'included':
      return `raise ${raise}: it was seen included, but not for as long or as often as was asked`;
    case 'rejected':
      return 'read the note: it was rejected, and no rollback brought it back in time';
    case undefined:
      return timeline.some(({ result }) => isNotFound(result)) ? notFoundAdvice : undefined;
    case 'unknown':
      return 'check the chain names and the stages of the deployment: the last record shows none of them';
    default:
      return lastRecord?.drift.some(({ path }) => path === 'response.stage')
        ? 'check the chain names and the stages of the deployment: this stage is none of them'
        : `raise ${raise} if the deployment needs longer; inclusion takes minutes on some`;
  }
}

const notFoundAdvice = 'check the operation id, the base URL of the observer and the chain names';

/** Returns whether the last poll got a 404 and an earlier one a record. */
export function hasLostRecord(timeline: Timeline): boolean {
  const last = timeline.at(-1);
  return last !== undefined && isNotFound(last.result) && timeline.some(({ result }) => isRecord(result));
}

/** Advice for a wait at whose end the observer no longer knew the operation. */
export const lostRecordAdvice = 'look into the observer: it lost the record, or one of several lags behind';

function hasFailedLast(timeline: Timeline): boolean {
  return timeline.at(-1)?.result.failure !== undefined;
}
