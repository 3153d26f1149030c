import { HttpError, SchemaMismatchError } from '../client/client-errors.js';
import { traceLines } from '../client/exchange-text.js';
import type { InclusionRecord } from '../client/results.js';
import { type DetailLine, InconclusiveError, isCrosscheckError, PreflightError } from '../errors.js';
import { optionName, optionSetting } from '../internal/option-names.js';
import { counted, errorText, formatDuration, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import {
  InclusionAbortedError,
  type InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  type WaitReport,
} from './inclusion-errors.js';
import type { Missed } from './poller.js';
import { formatPollResult, formatTimeline, isNotFound, isRecord, type Timeline } from './timeline.js';
import type { WaitOptions, WaitSettings } from './wait-options.js';

/** How a wait ended; converted later to a value, an error or the message of an assertion. */
export type WaitEnd = EndOf<'included'> | UnreachedEnd;

/** The end of a wait that did not reach what was expected of it. */
export type UnreachedEnd = EndOf<Exclude<WaitEnding, 'included'>>;

interface EndOf<Ending extends WaitEnding> {
  readonly ending: Ending;
  /** If the ending is `included`, the last record shows the inclusion. */
  readonly report: WaitReport;
  /** The reason of the signal if the ending is `aborted`. */
  readonly abortReason?: unknown;
  /** Whether a time limit ended it. The end of a window is not one. Default: false. */
  readonly isTimeUp?: boolean;
  /** What the last poll did not have at the end; undefined if it had an outcome. */
  readonly missed?: Missed | undefined;
  /** Whether too few polls saw a window, although the last answer is known. Default: false. */
  readonly isUnobserved?: boolean;
}

/** What ended a wait. `inconclusive`: no poll decided whether the operation is included. */
export type WaitEnding =
  | 'included'
  | 'timed-out'
  | 'rejected'
  | 'not-applicable'
  | 'inconclusive'
  | 'inconsistent'
  | 'aborted';

/** One way in which a wait ends without reaching its goal: what an error, an assertion and a window say of it. */
interface Ending {
  readonly error: new (
    ...args: ConstructorParameters<typeof InclusionTimeoutError>
  ) => InclusionError | InclusionUnknownError;
  /** The first line of the error. */
  readonly summary: (end: UnreachedEnd, settings: WaitSettings) => string;
  /** What follows the call in the first line of an assertion. */
  readonly outcome: (end: UnreachedEnd, settings: WaitSettings) => string;
  /** What to do. */
  readonly advice: (end: UnreachedEnd, settings: WaitSettings) => string | undefined;
  /** The error that led to it. */
  readonly cause?: (end: UnreachedEnd) => unknown;
  /** Whether it says something about the operation, so that an assertion passes or fails. Default: false. */
  readonly isVerdict?: true;
}

const rejected = 'the operation was rejected';
const abortText = ({ abortReason }: UnreachedEnd): string => `was aborted: ${errorText(abortReason)}`;

/** The endings, and `not-held`: a time limit ended a wait that saw the goal reached, but not for as long as required. */
const endings: Readonly<Record<UnreachedEnd['ending'] | 'not-held', Ending>> = {
  'timed-out': {
    error: InclusionTimeoutError,
    summary: ({ report }, { timeoutMs, limit }) =>
      `${timeoutMs === 0 ? 'Not included yet' : `Not included within ${formatDuration(timeoutMs)}`}${limit ? ` (${limit.limit})` : ''}${lastSeen(report)}`,
    outcome: timedOut,
    advice: ({ report }, settings) => timeoutAdvice(report, limitToRaise(settings)),
    isVerdict: true,
  },
  'not-held': {
    error: InclusionTimeoutError,
    summary: ({ report }, { timeoutMs, limit }) =>
      `It was included, but not for the required time or number of polls${timeoutMs === 0 ? '' : ` within ${formatDuration(timeoutMs)}`}${limit ? ` (${limit.limit})` : ''}${lastSeen(report)}`,
    outcome: timedOut,
    advice: (_, settings) => `raise ${limitToRaise(settings)}, or lower stableForMs and minConsecutivePolls`,
    isVerdict: true,
  },
  rejected: {
    error: InclusionRejectedError,
    summary: () => 'The operation was rejected; it will not be included',
    outcome: ({ report }) => `failed: ${rejected}: ${receivedText(report)}`,
    advice: ({ report }) =>
      isNotFoundLast(report.timeline)
        ? `${notFoundAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
        : `read the note, which says why; ${optionSetting('failFast', false)} keeps waiting, for a rollback`,
    isVerdict: true,
  },
  'not-applicable': {
    error: InclusionNotApplicableError,
    summary: () =>
      'The operation ends on the destination chain; nothing of it is ever included on the source chain',
    outcome: ({ report }) => `failed: the operation ends on the destination chain: ${receivedText(report)}`,
    advice: () => 'assert its record instead, or send a call that produces outgoing messages',
    isVerdict: true,
  },
  inconclusive: {
    error: InclusionUnknownError,
    summary: (end, { limit }) =>
      `It is unknown whether the operation is included${end.isTimeUp && limit ? ` (${limit.limit})` : ''}: ${whyInconclusive(end)}`,
    // A single poll has no limit of its own.
    outcome: (end, { timeoutMs, limit }) =>
      `is inconclusive${end.isTimeUp && (timeoutMs > 0 || limit) ? ` (${limit?.limit ?? matcherTimeout})` : ''}: ${whyInconclusive(end)}`,
    advice: (end, settings) => inconclusiveAdvice(end, limitToRaise(settings)),
    cause: ({ report }) => report.lastError,
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
    cause: ({ abortReason }) => abortReason,
  },
};

const matcherTimeout = 'matcher timeout';

function timedOut({ report }: UnreachedEnd, { limit }: WaitSettings): string {
  return `timed out (${limit?.limit ?? matcherTimeout})${lastSeen(report) || `: ${receivedText(report)}`}`;
}

function limitToRaise({ limit }: WaitSettings): string {
  return limit?.raise ?? optionName('timeoutMs');
}

/** A wait that ended without reaching what was expected of it. Contains no secrets. */
interface WaitFailure {
  /** What an assertion says after its call: `timed out (matcher timeout)`. */
  readonly outcome: string;
  /** Expected, received, the timeline, and what to do. */
  readonly lines: readonly DetailLine[];
  /** Whether it says something about the operation. */
  readonly isVerdict: boolean;
  /** Creates the error, with the first line of the ending unless another is given. */
  error(summary?: string): InclusionError | InclusionUnknownError;
}

/** Describes a wait that ended without reaching what was expected of it: inclusion by default. */
export function waitFailure(
  end: UnreachedEnd,
  settings: WaitSettings,
  expected = expectedText('included', settings),
): WaitFailure {
  const isNotHeld = end.ending === 'timed-out' && isReachedLast(end.report.timeline);
  const ending = endings[isNotHeld ? 'not-held' : end.ending];
  const lines = [
    ...waitLines(end.report, { timeoutMs: settings.timeoutMs, expected, missed: end.missed }),
    ...adviceLines(end.report, ending.advice(end, settings)),
  ];
  return {
    outcome: ending.outcome(end, settings),
    lines,
    isVerdict: ending.isVerdict === true,
    error: (summary = ending.summary(end, settings)) => {
      const cause = ending.cause?.(end);
      return new ending.error(end.report, {
        summary,
        details: lines,
        ...(cause !== undefined && { cause }),
      });
    },
  };
}

const fixLastError = 'fix the last error and run the test again: it says nothing about the operation';

/** The last error says itself what to do, if it is about a request. */
function adviceLines({ lastError }: WaitReport, advice: string | undefined): DetailLine[] {
  if (advice === undefined) return [];
  if (advice !== fixLastError || !isCrosscheckError(lastError)) return [{ advice }];
  const request = lastError instanceof HttpError ? lastError.exchange.request : undefined;
  return [
    ...(request === undefined ? [] : [labelled('Request', `${request.method} ${request.url}`)]),
    { advice: lastError.advice ?? advice },
  ];
}

/** Describes the last answer if polls after it failed: `: last seen start, 0.3 s ago`. */
function lastSeen({ timeline, durationMs }: WaitReport): string {
  if (!hasFailedLast(timeline)) return '';
  const seen = timeline.findLast(({ result }) => result.failure === undefined);
  if (seen === undefined) return '';
  return `: last seen ${formatPollResult(seen.result)}, ${formatDuration(durationMs - seen.atMs)} ago`;
}

/** Explains briefly why the wait was inconclusive: the first line of the last error, or what the records lack. */
function whyInconclusive({ report, isUnobserved }: UnreachedEnd): string {
  const { lastError, lastRecord, timeline } = report;
  if (isUnobserved) return 'too few polls were answered';
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
  /** What its last poll did not have at the end. Default: it had an outcome. */
  readonly missed?: Missed | undefined;
}

/** By how much the last answer may exceed the time limit without a message that leaves out the limit, in milliseconds. */
const lateMs = 500;

/** Describes a wait: expected, received, and the timeline. Contains no secrets. */
export function waitLines(report: WaitReport, { timeoutMs, expected, missed }: WaitAim): string[] {
  const { timeline, durationMs, inconsistencies, lastError, traceId } = report;
  const lines = [
    labelled('Operation', `${formatText(report.operationId, 80)}   Deployment: ${report.deploymentName}`),
    labelled('Expected', expected),
    labelled('Received', receivedText(report)),
    labelled(
      'Waited',
      `${formatDuration(durationMs)}${durationMs - timeoutMs > lateMs ? '' : ` of ${formatDuration(timeoutMs)}`}, ${pollsText(timeline)}`,
    ),
    labelled('Timeline', formatTimeline(timeline)),
  ];
  for (const { message, atMs } of inconsistencies)
    lines.push(`Inconsistency: +${formatDuration(atMs)} ${formatText(message)}`);
  if (lastError !== undefined) lines.push(`Last error: ${errorText(lastError)}`);
  if (missed === 'answer' && lastError instanceof InconclusiveError) lines.push(...lastError.details);
  if (lastError instanceof SchemaMismatchError)
    lines.push(...issueLinesOf(lastError).map((line) => `            ${line}`));
  // A poll without an answer has its own among its details.
  return missed === 'answer' ? lines : [...lines, ...traceLines({ traceId })];
}

/** Returns the lines of an error that name the first invalid members. They contain no secrets. */
function issueLinesOf({ details }: SchemaMismatchError): string[] {
  return details.filter((line) => line.startsWith('- ')).slice(0, 3);
}

/** Describes the expected result and its constraints: `included, for 500 ms, 3 polls in a row`. */
export function expectedText(
  expected: string,
  { stableForMs = 0, minConsecutivePolls = 1 }: WaitOptions,
): string {
  const words = [expected];
  if (stableForMs > 0) words.push(`for ${formatDuration(stableForMs)}`);
  if (minConsecutivePolls > 1) words.push(`${minConsecutivePolls} polls in a row`);
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

function inconclusiveAdvice({ report, isUnobserved, missed }: UnreachedEnd, raise: string): string {
  const { lastRecord, lastError, timeline } = report;
  const last = timeline.at(-1)?.result;
  if (isUnobserved) return 'watch for longer: two polls must be answered, one at the end';
  if (lastError instanceof PreflightError) return lastError.advice;
  if (missed === 'turn')
    return `raise concurrency or ratePerSecond, or ${raise}, or wait for fewer operations at once`;
  if (missed === 'answer') return `check that the observer runs and is not overloaded, or raise ${raise}`;
  if (hasLostRecord(timeline)) return lostRecordAdvice;
  if (last?.failure === undefined && isKnownStage(lastRecord))
    return 'make the convention isIncluded return true or false for this stage';
  return lastRecord?.verdict === 'unknown' && last?.failure === undefined
    ? 'check the chain names and the stages of the deployment: the record shows none of them'
    : fixLastError;
}

function timeoutAdvice({ lastRecord, timeline }: WaitReport, raise: string): string | undefined {
  switch (lastRecord?.verdict) {
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
const lostRecordAdvice = 'check the observer: it lost the record, or one of several lags behind';

function isNotFoundLast(timeline: Timeline): boolean {
  const last = timeline.at(-1);
  return last !== undefined && isNotFound(last.result);
}

/** Returns whether the last answered poll saw the goal reached. */
function isReachedLast(timeline: Timeline): boolean {
  return timeline.findLast(({ result }) => result.failure === undefined)?.result.verdict === 'included';
}

/** Returns whether the last poll failed. */
function hasFailedLast(timeline: Timeline): boolean {
  return timeline.at(-1)?.result.failure !== undefined;
}
