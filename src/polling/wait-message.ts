import { HttpError, SchemaMismatchError } from '../client/client-errors.js';
import { traceLines } from '../client/exchange-text.js';
import type { InclusionRecord } from '../client/results.js';
import type { Exchange } from '../deployment/exchange.js';
import { clockAdvice } from '../deployment/local-state.js';
import { type DetailLine, InconclusiveError, isCrosscheckError } from '../errors.js';
import { optionName, optionSetting, surfaceInUse } from '../internal/option-names.js';
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
import { formatPollResult, formatTimeline, isNotFound, isRecord, type Timeline } from './timeline.js';
import type { WaitLimit, WaitSettings } from './wait-options.js';

/** How a wait ended; converted later to a value, an error or the message of an assertion. */
export type WaitEnd = EndOf<'included'> | UnreachedEnd;

/** The end of a wait that did not reach what was expected of it. */
export type UnreachedEnd = EndOf<Exclude<EndKind, 'included'>>;

interface EndOf<Kind extends EndKind> {
  readonly kind: Kind;
  /** The time limit that ended it; undefined if something else did. */
  readonly limit?: WaitLimit | undefined;
  /** If it is `included`, the last record shows the inclusion. */
  readonly report: WaitReport;
  /** Whether the last poll was not answered in time, so that the last error describes its request. Default: false. */
  readonly isUnanswered?: boolean;
  /** The reason of the signal if it was aborted. */
  readonly abortReason?: unknown;
}

/** What ended a wait: finer than a {@link WaitEnding}. */
export type EndKind = Exclude<WaitEnding, 'inconclusive'> | 'not-held' | UndecidedKind;

/** Why no poll decided whether the operation is included. */
export type UndecidedKind =
  | 'unobserved'
  | 'observer-unproven'
  | 'not-sent'
  | 'not-answered'
  | 'poll-failed'
  | 'record-lost'
  | 'stage-undecided'
  | 'stage-unknown';

/** What ended a wait, as its caller sees it. `inconclusive`: no poll decided whether the operation is included. */
export type WaitEnding =
  | 'included'
  | 'timed-out'
  | 'rejected'
  | 'not-applicable'
  | 'inconclusive'
  | 'inconsistent'
  | 'aborted';

/** What an assertion says of one kind of end that it does not expect. */
interface Ending {
  /** What follows the call in the first line of an assertion. */
  readonly outcome: (end: WaitEnd, settings: WaitSettings, goal: string) => string;
  /** What to do. */
  readonly advice?: (end: WaitEnd) => string | undefined;
  /** Whether it says something about the operation, so that an assertion passes or fails. Default: false. */
  readonly isVerdict?: true;
  /** The request that led to it, if its lines do not show it. */
  readonly request?: (end: WaitEnd) => Exchange['request'] | undefined;
}

/** One kind of end without the goal: also what its caller sees, and its error. */
interface UnreachedEnding extends Ending {
  readonly ending: Exclude<WaitEnding, 'included'>;
  readonly error: new (
    ...args: ConstructorParameters<typeof InclusionTimeoutError>
  ) => InclusionError | InclusionUnknownError;
  /** The first line of the error. */
  readonly summary: (end: WaitEnd, settings: WaitSettings) => string;
  /** The error that led to it. */
  readonly cause?: (end: WaitEnd) => unknown;
}

const rejected = 'the operation was rejected';
const abortText = ({ abortReason }: WaitEnd): string => `was aborted: ${errorText(abortReason)}`;

/** The kinds of ends. */
const endings: Readonly<Record<UnreachedEnd['kind'], UnreachedEnding>> & {
  readonly included: Ending;
} = {
  // Of a window, in which the goal must not be reached.
  included: {
    outcome: ({ report: { durationMs, lastRecord } }, _, goal) =>
      `failed after ${formatDuration(durationMs)}: it is ${goal}${lastRecord ? `: ${recordText(lastRecord)}` : ''}`,
    isVerdict: true,
  },
  'timed-out': {
    ending: 'timed-out',
    error: InclusionTimeoutError,
    summary: ({ report, limit }, { timeoutMs }) =>
      `${timeoutMs === 0 ? 'Not included yet' : `Not included within ${formatDuration(timeoutMs)}`}${inBrackets(limit?.name)}${lastSeen(report)}`,
    outcome: timedOut,
    advice: timeoutAdvice,
    isVerdict: true,
  },
  // It saw the goal reached, but not for as long as required.
  'not-held': {
    ending: 'timed-out',
    error: InclusionTimeoutError,
    summary: ({ report, limit }, { timeoutMs }) =>
      `It was included, but not for the required time or number of polls${timeoutMs === 0 ? '' : ` within ${formatDuration(timeoutMs)}`}${inBrackets(limit?.name)}${lastSeen(report)}`,
    outcome: timedOut,
    advice: ({ limit }) =>
      `raise ${limit?.raise}, or lower ${optionName('stableForMs')} and ${optionName('minConsecutivePolls')}`,
    isVerdict: true,
  },
  rejected: {
    ending: 'rejected',
    error: InclusionRejectedError,
    summary: () => 'The operation was rejected; it will not be included',
    outcome: ({ report }) => `failed: ${rejected}: ${receivedText(report)}`,
    advice: ({ report }) =>
      isNotFound(report.timeline.at(-1)?.result ?? {})
        ? `${notFoundAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
        : `read the note, which says why; ${optionSetting('failFast', false)} keeps waiting, for a rollback`,
    isVerdict: true,
  },
  'not-applicable': {
    ending: 'not-applicable',
    error: InclusionNotApplicableError,
    summary: () =>
      'The operation ends on the destination chain; nothing of it is ever included on the source chain',
    outcome: ({ report }) => `failed: the operation ends on the destination chain: ${receivedText(report)}`,
    advice: () => 'assert its record instead, or send a call that produces outgoing messages',
    isVerdict: true,
  },
  inconsistent: {
    ending: 'inconsistent',
    error: InclusionInconsistentError,
    summary: () => 'The polls contradict each other',
    outcome: () => 'is inconclusive: the polls contradict each other',
    advice: () =>
      `see the inconsistencies; leave out ${optionName('failOnInconsistency')} to keep waiting through a reorganisation`,
  },
  aborted: {
    ending: 'aborted',
    error: InclusionAbortedError,
    summary: (end) => `The wait ${abortText(end)}`,
    outcome: abortText,
    cause: ({ abortReason }) => abortReason,
  },
  // Too few polls saw a window, although the last answer is known.
  unobserved: undecided({
    why: () => 'too few polls were answered',
    advice: () => 'watch for longer: two polls must be answered, one at the end',
  }),
  'observer-unproven': undecided({ why: lastErrorText, advice: adviceOfLastError }),
  'not-sent': undecided({
    why: lastErrorText,
    advice: ({ limit }) => {
      // No flag sets the concurrency.
      const pace = surfaceInUse() === 'flag' ? '' : 'concurrency or ';
      return `raise ${pace}${optionName('ratePerSecond')}, or ${limit?.raise}, or wait for fewer operations at once`;
    },
  }),
  'not-answered': undecided({
    why: lastErrorText,
    advice: ({ limit }) => `check that the observer runs and is not overloaded, or raise ${limit?.raise}`,
  }),
  'poll-failed': {
    ...undecided({
      why: lastErrorText,
      advice: (end) =>
        adviceOfLastError(end) ??
        'fix the last error and run the test again: it says nothing about the operation',
    }),
    request: ({ report: { lastError } }) =>
      lastError instanceof HttpError ? lastError.exchange.request : undefined,
  },
  'record-lost': undecided({
    why: () => 'the observer no longer knows the operation (404)',
    advice: () => 'check the observer: it lost the record, or one of several lags behind',
  }),
  'stage-undecided': undecided({
    why: ({ report }) => `the convention isIncluded does not say it for the stage ${stageText(report)}`,
    advice: () => 'make the convention isIncluded return true or false for this stage',
  }),
  'stage-unknown': undecided({
    why: ({ report }) =>
      report.lastRecord?.response.stage === undefined
        ? 'the record has no stage'
        : `the stage ${stageText(report)} is not a stage of the deployment`,
    advice: () => 'check the chain names and the stages of the deployment: the record shows none of them',
  }),
};

/** Returns what the caller of a wait sees of its end. */
export function endingOf({ kind }: UnreachedEnd): Exclude<WaitEnding, 'included'> {
  return endings[kind].ending;
}

/** A wait whose polls decided nothing. */
function undecided({
  why,
  advice,
}: {
  readonly why: (end: WaitEnd) => string;
  readonly advice: (end: WaitEnd) => string | undefined;
}): UnreachedEnding {
  return {
    ending: 'inconclusive',
    error: InclusionUnknownError,
    summary: (end) =>
      `It is unknown whether the operation is included${inBrackets(end.limit?.name)}: ${why(end)}`,
    outcome: (end, { timeoutMs, isWindow }) => {
      // A single poll has no limit of its own, and the end of a window is none.
      const own = end.limit === undefined || timeoutMs === 0 || isWindow ? undefined : matcherTimeout;
      return `is inconclusive${inBrackets(end.limit?.name ?? own)}: ${why(end)}`;
    },
    advice,
    cause: ({ report }) => report.lastError,
  };
}

const matcherTimeout = 'matcher timeout';

function inBrackets(limit: string | undefined): string {
  return limit === undefined ? '' : ` (${limit})`;
}

function timedOut({ report, limit }: WaitEnd): string {
  return `timed out (${limit?.name ?? matcherTimeout})${lastSeen(report) || `: ${receivedText(report)}`}`;
}

/** What an assertion says of an end that it does not expect. Contains no secrets. */
interface EndText {
  /** What follows its call: `timed out (matcher timeout)`. */
  readonly outcome: string;
  /** Expected, received, the timeline, and what to do. */
  readonly lines: readonly DetailLine[];
  /** Whether the end says something about the operation. */
  readonly isVerdict: boolean;
}

/**
 * Describes an end that is not the expected one.
 *
 * @param goal - What is expected, or must not happen in a window: `included`.
 */
export function endText(end: WaitEnd, settings: WaitSettings, goal: string): EndText {
  const row: Ending = endings[end.kind];
  const request = row.request?.(end);
  const advice = row.advice?.(end);
  return {
    outcome: row.outcome(end, settings, goal),
    lines: [
      ...waitLines(end.report, {
        timeoutMs: settings.timeoutMs,
        expected: expectedText(goal, settings),
        isUnanswered: end.isUnanswered,
      }),
      ...(request === undefined ? [] : [labelled('Request', `${request.method} ${request.url}`)]),
      ...(advice === undefined ? [] : [{ advice }]),
    ],
    isVerdict: row.isVerdict === true,
  };
}

/**
 * Returns the error of a wait that did not reach its goal.
 *
 * @param summary - Its first line. Default: that of the ending.
 */
export function waitError(
  end: UnreachedEnd,
  settings: WaitSettings,
  goal = 'included',
  summary = endings[end.kind].summary(end, settings),
): InclusionError | InclusionUnknownError {
  const row = endings[end.kind];
  const cause = row.cause?.(end);
  const { lines: details } = endText(end, settings, goal);
  return new row.error(end.report, { summary, details, ...(cause !== undefined && { cause }) });
}

/** Describes the last answer if polls after it failed: `: last seen start, 0.3 s ago`. */
function lastSeen({ timeline, durationMs }: WaitReport): string {
  if (timeline.at(-1)?.result.failure === undefined) return '';
  const seen = timeline.findLast(({ result }) => result.failure === undefined);
  if (seen === undefined) return '';
  return `: last seen ${formatPollResult(seen.result)}, ${formatDuration(durationMs - seen.atMs)} ago`;
}

function lastErrorText({ report: { lastError } }: WaitEnd): string {
  return lastError === undefined ? 'no poll was answered' : errorText(lastError);
}

function adviceOfLastError({ report: { lastError } }: WaitEnd): string | undefined {
  return isCrosscheckError(lastError) ? lastError.advice : undefined;
}

function stageText({ lastRecord }: WaitReport): string {
  return formatText(lastRecord?.exchange.redact(lastRecord.response.stage ?? '') ?? '', 80);
}

/** What the lines of a wait show besides its report. */
interface WaitLinesOptions {
  /** Its time limit, in milliseconds. */
  readonly timeoutMs: number;
  /** What was expected: `included`. */
  readonly expected: string;
  /** Whether its last poll was not answered in time, so that the last error describes it. Default: false. */
  readonly isUnanswered?: boolean | undefined;
}

/** By how much the last answer may exceed the time limit without a message that leaves out the limit, in milliseconds. */
const lateMs = 500;

/** Describes a wait: expected, received, and the timeline. Contains no secrets. */
export function waitLines(
  report: WaitReport,
  { timeoutMs, expected, isUnanswered }: WaitLinesOptions,
): string[] {
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
  if (isUnanswered && lastError instanceof InconclusiveError) lines.push(...lastError.details);
  if (lastError instanceof SchemaMismatchError)
    lines.push(...issueLinesOf(lastError).map((line) => `            ${line}`));
  // A poll without an answer has its own among its details.
  return isUnanswered ? lines : [...lines, ...traceLines({ traceId })];
}

/** Returns the lines of an error that name the first invalid members. They contain no secrets. */
function issueLinesOf({ details }: SchemaMismatchError): string[] {
  return details.filter((line) => line.startsWith('- ')).slice(0, 3);
}

/** Describes what is expected, and for how long: `included, for 500 ms, 3 polls in a row`. */
function expectedText(
  goal: string,
  { isWindow, timeoutMs, stableForMs, minConsecutivePolls }: WaitSettings,
): string {
  if (isWindow) return `not ${goal} for ${formatDuration(timeoutMs)}`;
  const words = [goal];
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

function timeoutAdvice({ report: { lastRecord, timeline }, limit }: WaitEnd): string | undefined {
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
        : (clockAdvice(lastRecord?.deployment) ??
            `raise ${limit?.raise} if the deployment needs longer; inclusion takes minutes on some`);
  }
}

const notFoundAdvice = 'check the operation id, the base URL of the observer and the chain names';
