import type { InclusionRecord } from '../client/results.js';
import {
  HttpError,
  InclusionAbortedError,
  type InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  InconclusiveError,
  PreflightError,
  SchemaMismatchError,
  type WaitReport,
} from '../errors.js';
import { optionName, optionSetting } from '../internal/option-names.js';
import { counted, errorText, formatDuration, formatText } from '../internal/print.js';
import { missedDeadline } from './poller.js';
import { formatPollResult, formatTimeline, isNotFound, isRecord, type Timeline } from './timeline.js';
import type { WaitEnd, WaitEnding } from './wait.js';
import type { WaitOptions, WaitSettings } from './wait-options.js';

/** How messages describe one way in which a wait ends without reaching its goal. */
interface EndingText {
  readonly error: new (
    ...args: ConstructorParameters<typeof InclusionTimeoutError>
  ) => InclusionError | InclusionUnknownError;
  /** The first line of the error. */
  readonly summary: (end: WaitEnd, settings: WaitSettings) => string;
  /** What follows the call in the first line of an assertion. */
  readonly outcome: (end: WaitEnd, settings: WaitSettings) => string;
  /** What to do; `raise` names the timeout to raise. */
  readonly advice: (report: WaitReport, raise: string) => string | undefined;
}

const rejected = 'the operation was rejected';
const abortText = ({ abortReason }: WaitEnd): string => `was aborted: ${errorText(abortReason)}`;

const endingTexts: Readonly<Record<Exclude<WaitEnding, 'included'>, EndingText>> = {
  'timed-out': {
    error: InclusionTimeoutError,
    summary: ({ report }, { timeoutMs, limit }) =>
      `${timeoutMs === 0 ? 'Not included yet' : `Not included within ${formatDuration(timeoutMs)}`}${limit ? ` (${limit.limit})` : ''}${lastSeen(report)}`,
    outcome: ({ report }, { limit }) =>
      `timed out (${limit?.limit ?? matcherTimeout})${lastSeen(report) || `: ${receivedText(report)}`}`,
    advice: timeoutAdvice,
  },
  rejected: {
    error: InclusionRejectedError,
    summary: () => 'The operation was rejected; it will not be included',
    outcome: ({ report }) => `failed: ${rejected}: ${receivedText(report)}`,
    advice: ({ timeline }) =>
      isNotFoundLast(timeline)
        ? `${notFoundAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
        : `read the note, which says why; ${optionSetting('failFast', false)} keeps waiting, for a rollback`,
  },
  'not-applicable': {
    error: InclusionNotApplicableError,
    summary: () =>
      'The operation ends on the destination chain; nothing of it is ever included on the source chain',
    outcome: ({ report }) => `failed: the operation ends on the destination chain: ${receivedText(report)}`,
    advice: () => 'assert its record instead, or send a call that produces outgoing messages',
  },
  inconclusive: {
    error: InclusionUnknownError,
    summary: ({ report, isTimeUp }, { limit }) =>
      `It is unknown whether the operation is included${isTimeUp && limit ? ` (${limit.limit})` : ''}: ${whyInconclusive(report)}`,
    // A single poll has no limit of its own.
    outcome: ({ report, isTimeUp }, { timeoutMs, limit }) =>
      `is inconclusive${isTimeUp && (timeoutMs > 0 || limit) ? ` (${limit?.limit ?? matcherTimeout})` : ''}: ${whyInconclusive(report)}`,
    advice: inconclusiveAdvice,
  },
  inconsistent: {
    error: InclusionInconsistentError,
    summary: () => 'The polls contradict each other',
    outcome: () => 'is inconclusive: the polls contradict each other',
    advice: () =>
      'see the inconsistencies; leave out failOnInconsistency to keep waiting through a reorganisation',
  },
  aborted: {
    error: InclusionAbortedError,
    summary: (end) => `The wait ${abortText(end)}`,
    outcome: abortText,
    advice: () => undefined,
  },
};

const matcherTimeout = 'matcher timeout';

/** Creates the error of a wait that ended without reaching what was expected of it. */
export function inclusionErrorFor(
  end: WaitEnd,
  settings: WaitSettings,
  expected = expectedText('included', settings),
): InclusionError | InclusionUnknownError {
  const { ending, report, abortReason } = end;
  const { error: InclusionFailure, summary } = endingTexts[ending === 'included' ? 'timed-out' : ending];
  const cause = { aborted: abortReason, inconclusive: report.lastError }[ending as string];
  return new InclusionFailure(report, {
    summary: summary(end, settings),
    details: endLines(end, settings, expected),
    ...(cause !== undefined && { cause }),
  });
}

/** Returns what an assertion says after its call: `timed out (matcher timeout)`. */
export function outcomeText(end: WaitEnd, settings: WaitSettings): string {
  return endingTexts[end.ending === 'included' ? 'timed-out' : end.ending].outcome(end, settings);
}

/** Describes a wait that ended without reaching its goal, and says what to do. Contains no secrets. */
export function endLines({ ending, report }: WaitEnd, settings: WaitSettings, expected: string): string[] {
  const { timeoutMs, limit } = settings;
  const advice = endingTexts[ending === 'included' ? 'timed-out' : ending].advice(
    report,
    limit?.raise ?? optionName('timeoutMs'),
  );
  const lines = waitLines(report, { timeoutMs, expected });
  if (advice === fixLastError) lines.push(...(failedCallLines(report) ?? [`What to do: ${advice}`]));
  else if (advice !== undefined && !lines.includes(`What to do: ${advice}`))
    lines.push(`What to do: ${advice}`);
  return lines;
}

const fixLastError = 'fix the last error and run the test again: it says nothing about the operation';

/** Returns the request and the advice of the call that failed last; undefined if its error has none. */
function failedCallLines({ lastError }: WaitReport): string[] | undefined {
  if (!(lastError instanceof HttpError)) return undefined;
  return lastError.details
    .filter((line) => /^(?:Request|What to do):/.test(line))
    .map((line) => line.replace(/^(\w+:) */, (_, label: string) => label.padEnd(12)));
}

/** Describes the last answer if polls after it failed: `: last seen start, 0.3 s ago`. */
function lastSeen({ timeline, durationMs }: WaitReport): string {
  if (!hasFailedLast(timeline)) return '';
  const seen = timeline.findLast(({ result }) => result.failure === undefined);
  if (seen === undefined) return '';
  return `: last seen ${formatPollResult(seen.result)}, ${formatDuration(durationMs - seen.atMs)} ago`;
}

/** Explains briefly why the wait was inconclusive: the first line of the last error, or what the records lack. */
function whyInconclusive({ lastError, lastRecord, timeline }: WaitReport): string {
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

/** By how much the last answer may exceed the time limit without a message that leaves out the limit, in milliseconds. */
const lateMs = 500;

/** Describes a wait: expected, received, and the timeline. Contains no secrets. */
export function waitLines(report: WaitReport, { timeoutMs, expected }: WaitAim): string[] {
  const { timeline, durationMs, inconsistencies, lastError } = report;
  const lines = [
    `Operation:  ${formatText(report.operationId, 80)}   Deployment: ${report.deploymentName}`,
    `Expected:   ${expected}`,
    `Received:   ${receivedText(report)}`,
    `Waited:     ${formatDuration(durationMs)}${durationMs - timeoutMs > lateMs ? '' : ` of ${formatDuration(timeoutMs)}`}, ${pollsText(timeline)}`,
    `Timeline:   ${formatTimeline(timeline)}`,
  ];
  for (const { message, atMs } of inconsistencies)
    lines.push(`Inconsistency: +${formatDuration(atMs)} ${formatText(message)}`);
  if (lastError !== undefined) lines.push(`Last error: ${errorText(lastError)}`);
  if (timeline.at(-1)?.result.failure === missedDeadline.answer && lastError instanceof InconclusiveError)
    lines.push(...lastError.details);
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
  const polls = `${counted(timeline.length, 'poll')}`;
  return `${polls}: ${timeline.length - failures} ok, ${failures} failed`;
}

function inconclusiveAdvice({ lastRecord, lastError, timeline }: WaitReport, raise: string): string {
  const last = timeline.at(-1)?.result;
  if (lastError instanceof PreflightError) return lastError.advice;
  if (last?.failure === missedDeadline.turn)
    return `raise concurrency or ratePerSecond, or ${raise}, or wait for fewer operations at once`;
  if (last?.failure === missedDeadline.answer)
    return `check that the observer runs and is not overloaded, or raise ${raise}`;
  if (hasLostRecord(timeline)) return lostRecordAdvice;
  if (last?.failure === undefined && isKnownStage(lastRecord))
    return 'make the convention isIncluded return true or false for this stage';
  return lastRecord?.verdict === 'unknown' && last?.failure === undefined
    ? 'check the chain names and the stages of the deployment: the record shows none of them'
    : fixLastError;
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
function hasLostRecord(timeline: Timeline): boolean {
  return isNotFoundLast(timeline) && timeline.some(({ result }) => isRecord(result));
}

/** Advice for a wait at whose end the observer no longer knew the operation. */
const lostRecordAdvice = 'look into the observer: it lost the record, or one of several lags behind';

function isNotFoundLast(timeline: Timeline): boolean {
  const last = timeline.at(-1);
  return last !== undefined && isNotFound(last.result);
}

/** Returns whether the last poll failed. */
export function hasFailedLast(timeline: Timeline): boolean {
  return timeline.at(-1)?.result.failure !== undefined;
}
