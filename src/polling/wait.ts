import { assertValidRequest } from '../client/call-endpoint.js';
import { type HttpError, HttpNetworkError } from '../client/client-errors.js';
import type { AnyClient } from '../client/create-client.js';
import { isUnknownHost } from '../client/network-failure.js';
import type { InclusionRecord } from '../client/results.js';
import type { Extension } from '../contract/extension.js';
import type { InclusionVerdict } from '../contract/verdicts.js';
import { type Deployment, isDeployment } from '../deployment/deployment.js';
import { endOf } from '../deployment/exchange.js';
import { addLocalLines, refreshLocal } from '../deployment/local-state.js';
import { builtInsOf } from '../endpoint/built-in.js';
import { InconclusiveError, isCrosscheckError, PreflightError, UsageError } from '../errors.js';
import { type Clock, type SharedWork, unixNowMs, wakeAfter, withTimeLimit } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { counted, formatDuration } from '../internal/print.js';
import type { ObserverCheck } from '../probing/observer-check.js';
import { markWait, type ReplayedWait, type WaitMark } from '../recording/wait-marks.js';
import { followed } from '../running-test/test-context.js';
import type { PendingRequest } from '../running-test/within-test.js';
import type { InclusionError, InclusionUnknownError, WaitReport } from './inclusion-errors.js';
import { PollSchedule } from './poll-schedule.js';
import {
  type FailedPoll,
  failed,
  type Missed,
  type Poller,
  type PollOutcome,
  pollerOf,
  requestedPauseMs,
  resultOfRecord,
  type SharedPoller,
} from './poller.js';
import {
  isDecisive,
  isNotFound,
  type PollResult,
  type Timeline,
  TimelineRecorder,
  withDeployment,
} from './timeline.js';
import {
  type EndKind,
  endingOf,
  type UndecidedKind,
  type WaitEnd,
  type WaitEnding,
  waitError,
} from './wait-message.js';
import { settingsWithinTest, type WaitOptions, type WaitSettings, waitSettings } from './wait-options.js';

/** The result of a wait that ended with inclusion. */
export interface Inclusion<Extended extends Extension = Extension>
  extends Pick<WaitReport, 'timeline' | 'inconsistencies' | 'durationMs'> {
  /** The record that shows the inclusion. */
  readonly record: InclusionRecord<Extended>;
}

/** How a wait ended. The status names the ending; each one but `included` has an error. */
export type InclusionOutcome<Extended extends Extension = Extension> =
  | { readonly operationId: string; readonly status: 'included'; readonly inclusion: Inclusion<Extended> }
  | {
      readonly operationId: string;
      readonly status: Exclude<WaitEnding, 'included'>;
      readonly error: InclusionError | InclusionUnknownError;
    };

/** The condition that a wait waits for. */
export interface WaitGoal {
  /** Returns the verdict on a record: `included` if the goal is reached. */
  readonly verdictOf: (record: InclusionRecord) => InclusionVerdict;
  /** What a 404 means: not yet, or never. */
  readonly notFoundMeans: 'pending' | 'rejected';
}

/**
 * Waits until an operation's message is included in consensus on the source chain, by polling the observer (section
 * 4.2). Conventions of the deployment decide what counts as included, as rejected, and what a 404 means.
 *
 * A poll that fails for a transient reason does not end the wait. In a Vitest test that `crosscheck/vitest` follows, the
 * wait ends shortly before the test's own timeout.
 *
 * @throws {InclusionTimeoutError} when the operation is still pending at the time limit.
 * @throws {InclusionRejectedError} at once when the operation is rejected.
 * @throws {InclusionNotApplicableError} at once when the operation ends on the destination chain.
 * @throws {InclusionUnknownError} at once when a poll fails for good; at the time limit if no poll decided, or if
 * polls have failed for longer than an answer usually takes.
 * @throws {InclusionInconsistentError} when polls contradict each other and `failOnInconsistency` is set.
 * @throws {InclusionAbortedError} when the signal aborts; its reason is the cause.
 * @throws {SchemaMismatchError} when the id is not valid for the deployment; then nothing is sent.
 * @throws {UsageError} when an option is unknown or invalid, when a convention or the headers function fails, when a
 * recording does not have the request, or when the wait does not settle before its Vitest test
 * ends.
 * @example
 * import { createClient, deploymentFromEnv, waitForInclusion } from 'crosscheck';
 *
 * const client = createClient(deploymentFromEnv()!);
 * const { record, durationMs } = await waitForInclusion(client, operationId, { timeoutMs: 180_000 });
 * console.log(record.response.stage, durationMs);
 */
export function waitForInclusion<Extended extends Extension = Extension>(
  client: AnyClient<Extended>,
  operationId: string,
  options: WaitOptions = {},
): Promise<Inclusion<Extended>> {
  return followed({ text: 'waitForInclusion(...)', entry: waitForInclusion }, async (test) => {
    assertClient(client, 'waitForInclusion');
    if (typeof operationId !== 'string' || operationId === '') {
      throw new UsageError('waitForInclusion takes an operation id, a non-empty string');
    }
    assertOperationIds(client, [operationId]);
    const settings = settingsWithinTest(waitSettings(options), test);
    const end = await new Wait({ client, settings }, operationId).run();
    if (end.kind !== 'included') await refreshLocal(client.deployment);
    const outcome = outcomeOf(operationId, end, settings);
    if (outcome.status === 'included') return outcome.inclusion as Inclusion<Extended>;
    addLocalLines(client.deployment, [outcome.error]);
    throw outcome.error;
  });
}

/** Converts the end of a wait to its public form. */
export function outcomeOf(operationId: string, end: WaitEnd, settings: WaitSettings): InclusionOutcome {
  if (end.kind !== 'included') return { operationId, status: endingOf(end), error: waitError(end, settings) };
  const { timeline, inconsistencies, durationMs, lastRecord } = end.report;
  // Only a record ends a wait as included.
  const inclusion = { record: lastRecord as InclusionRecord, timeline, inconsistencies, durationMs };
  return { operationId, status: 'included', inclusion };
}

/** Throws unless the value is a client. */
export function assertClient(client: AnyClient, caller: string): void {
  if (typeof client?.inclusion === 'function' && isDeployment(client.deployment)) return;
  throw new UsageError(`${caller} expects a client from createClient`);
}

/**
 * Throws unless ids are as the conventions of the deployment require.
 *
 * @throws {SchemaMismatchError} as `client.inclusion` does.
 */
export function assertOperationIds({ deployment }: AnyClient, operationIds: readonly string[]): void {
  const { operationIdParameter, requestValidation } = deployment.conventions;
  if (requestValidation === 'off') return;
  const { inclusion } = builtInsOf(deployment);
  for (const id of operationIds)
    assertValidRequest(deployment, inclusion, { query: { [operationIdParameter]: id } });
}

/** Returns the goal of inclusion for the conventions of a deployment. */
export function inclusionGoal({ conventions: { notFoundMeans } }: Deployment): WaitGoal {
  return {
    verdictOf: ({ verdict }) => verdict,
    notFoundMeans: notFoundMeans === 'rejected' ? 'rejected' : 'pending',
  };
}

/** The configuration of a wait. */
export interface WaitPlan {
  readonly client: AnyClient;
  readonly settings: WaitSettings;
  /** Default: inclusion. */
  readonly goal?: WaitGoal | undefined;
  /** Default: the poller shared by all waits of the client. */
  readonly poller?: Poller | undefined;
}

/** How many polls in a row may fail to find the host name: a new name may take a while to be known. Assumption. */
const maxUnknownHostPolls = 3;

type NotFound = PollOutcome & { readonly kind: 'notFound' };

/** One wait for one operation. */
export class Wait {
  readonly #operationId: string;
  readonly #deployment: Deployment;
  readonly #settings: WaitSettings;
  readonly #goal: WaitGoal;
  readonly #poller: Poller;
  readonly #shared: SharedPoller;
  readonly #timeline: TimelineRecorder;
  /** Set only if exchanges are recorded or replayed. */
  readonly #mark: WaitMark | undefined;
  readonly #schedule: PollSchedule;
  #lastRecord: InclusionRecord | undefined;
  #lastError: unknown;
  #traceId: string | undefined;
  /** The last record that shows the goal reached, unless a later one does not. */
  #reached: InclusionRecord | undefined;
  #unknownHostPolls = 0;
  /** When the current poll was sent; undefined while it is queued. */
  #sentAtMs: number | undefined;
  /** When the first poll was sent since which the observer has not answered. */
  #silentSinceMs: number | undefined;
  /** When the first failed poll after the last answer was sent. */
  #failedSinceMs: number | undefined;
  /** What the last poll did not have at its deadline. */
  #missed: Missed | undefined;
  /** The last 404 that may be an answer. */
  #notFound: NotFound | undefined;
  /** The last request for a check of the observer, and the last result. */
  #checkRequest: SharedWork<ObserverCheck> | undefined;
  #check: ObserverCheck | undefined;

  constructor(
    { client, settings, goal = inclusionGoal(client.deployment), poller }: WaitPlan,
    operationId: string,
  ) {
    this.#operationId = operationId;
    this.#deployment = client.deployment;
    this.#settings = settings;
    this.#goal = goal;
    this.#shared = pollerOf(client);
    this.#poller = poller ?? this.#shared;
    this.#schedule = new PollSchedule(settings, client.deployment, this.#shared.latency(settings.clock));
    this.#timeline = new TimelineRecorder(client.deployment.conventions.stages);
    const { exchanges, dispatcher } = client.deployment;
    this.#mark = exchanges === undefined ? undefined : markWait(dispatcher, operationId);
  }

  /** Polls until the wait ends. Rejects only with usage errors, and errors thrown by the user's callbacks. */
  async run(): Promise<WaitEnd> {
    try {
      return await this.#run();
    } finally {
      this.#checkRequest?.leave();
    }
  }

  async #run(): Promise<WaitEnd> {
    const { clock, signal } = this.#settings;
    for (;;) {
      if (signal?.aborted) return this.#end('aborted', signal.reason);

      const polled = await this.#pollOnce();
      if (polled === undefined) return this.#end('aborted', signal?.reason);
      const outcome = this.#failBeyondRecording(await this.#withCheck(polled));
      const ending = this.#judge(outcome);
      if (ending) return this.#end(ending);

      if (this.#schedule.isLast) {
        await this.#verifyNotFound();
        return signal?.aborted ? this.#end('aborted', signal.reason) : this.#end('timed-out');
      }
      const pauseMs = this.#schedule.beginPause(this.#timeline.length - 1, requestedPauseMs(outcome, clock));
      // The observer is checked while the wait pauses, and once more before the last poll, because a gateway may change.
      const isFirst = this.#checkRequest === undefined && this.#deployment.exchanges === undefined;
      if (outcome.kind === 'notFound' && (isFirst || this.#schedule.isLast)) this.#startCheck();
      await new Promise<void>((resolve) => wakeAfter(pauseMs, clock, signal, resolve));
    }
  }

  /** Makes one poll. Returns undefined when the signal aborts. */
  async #pollOnce(): Promise<PollOutcome | undefined> {
    const { clock, signal } = this.#settings;
    const time = this.#schedule.beginPoll();
    this.#sentAtMs = undefined;
    const poll = this.#poller.poll(this.#operationId, this.#schedule.requestMs, () => {
      this.#sentAtMs = this.#schedule.elapsedMs;
    });
    try {
      const late = (): FailedPoll => this.#lateFailure(poll.pending());
      const outcome = await withTimeLimit(poll.outcome, time.limitMs, late, clock, signal);
      if (this.#sentAtMs !== undefined && isAnswered(outcome)) {
        this.#schedule.noteLatency(this.#schedule.elapsedMs - this.#sentAtMs);
        this.#silentSinceMs = undefined;
      }
      this.#schedule.endPoll(time);
      return outcome;
    } catch (error) {
      if (signal?.aborted) return undefined;
      throw error;
    } finally {
      poll.leave();
    }
  }

  /** Returns the failure of a poll without an outcome at its deadline: it was not sent, or not answered. */
  #lateFailure(pending: PendingRequest | undefined): FailedPoll {
    if (this.#sentAtMs === undefined) {
      const failure = 'not polled before the deadline';
      const error = new Error(
        `${failure}: ${optionName('concurrency')} and ${optionName('ratePerSecond')} left no slot for this operation`,
      );
      return { ...failed('transient', error, failure), missed: 'turn' };
    }
    this.#silentSinceMs ??= this.#sentAtMs;
    const silence = `did not answer for ${formatDuration(this.#schedule.elapsedMs - this.#silentSinceMs)}`;
    const error = new InconclusiveError({
      summary: `${pending?.who ?? `The observer of ${this.#deployment.name}`} ${silence}`,
      details: pending?.lines ?? [],
    });
    return { ...failed('transient', error, 'no answer by the deadline'), missed: 'answer' };
  }

  /** Records a poll and returns the ending if the wait is over. */
  #judge(outcome: PollOutcome): WaitEnding | undefined {
    const { onPoll, failOnInconsistency, failFast, isIgnored } = this.#settings;
    const result = this.#resultOf(outcome);
    this.#traceId = traceIdOfPoll(outcome) ?? this.#traceId;
    if (outcome.kind === 'record') {
      this.#lastRecord = outcome.record;
      if (result.verdict !== 'included') this.#reached = undefined;
      else if (!this.#hasFailedSince(outcome.record)) this.#reached = outcome.record;
    } else if (outcome.kind !== 'notFound') this.#lastError = outcome.error;
    const poll = this.#timeline.add(this.#schedule.elapsedMs, result, {
      unit: this.#deployment.conventions.timestampUnit,
      nowMs: latestNowMs(outcome, this.#settings.clock, this.#deployment),
    });
    onPoll?.(poll, this.#operationId);

    const { verdict } = result;
    this.#missed = outcome.kind === 'transient' ? outcome.missed : undefined;
    this.#failedSinceMs = result.failure === undefined ? undefined : (this.#failedSinceMs ?? this.#sentAtMs);
    if (failOnInconsistency && this.#timeline.inconsistencies.length > 0) return 'inconsistent';
    if (this.#isFatal(outcome) && !isIgnored(outcome.error)) {
      // Nothing about the service: a convention or a function of the user failed, or the recording has no such request.
      if (outcome.error instanceof UsageError || !isCrosscheckError(outcome.error)) throw outcome.error;
      return 'inconclusive';
    }
    if (verdict === 'not-applicable') return 'not-applicable';
    if (verdict === 'rejected' && failFast) return 'rejected';
    return this.#schedule.noteVerdict(verdict) ? 'included' : undefined;
  }

  #resultOf(outcome: PollOutcome): PollResult {
    if (outcome.kind === 'record') {
      const { record } = outcome;
      return resultOfRecord(record, this.#hasFailedSince(record) ? 'included' : this.#goal.verdictOf(record));
    }
    // An observer that had a record and lost it says nothing about the operation.
    if (outcome.kind === 'notFound')
      return { status: 404, verdict: this.#lastRecord === undefined ? this.#goal.notFoundMeans : 'unknown' };
    return outcome.result;
  }

  /**
   * Returns whether the execution failed after the inclusion was seen: the stage stays the same, and the message is
   * included. By such a record alone it would be rejected.
   */
  #hasFailedSince({ verdict, response: { stage } }: InclusionRecord): boolean {
    const { verdict: earlier, response } = this.#reached ?? {};
    return (
      verdict === 'rejected' && earlier === 'included' && stage !== undefined && stage === response?.stage
    );
  }

  /** Returns whether polling again is useless: immediately for most errors, after a few polls for an unknown host. */
  #isFatal(outcome: PollOutcome): outcome is FailedPoll {
    if (outcome.kind === 'fatal') return true;
    const isUnknown =
      outcome.kind === 'transient' &&
      outcome.error instanceof HttpNetworkError &&
      isUnknownHost(outcome.error.cause);
    this.#unknownHostPolls = isUnknown ? this.#unknownHostPolls + 1 : 0;
    return isUnknown && this.#unknownHostPolls >= maxUnknownHostPolls;
  }

  /** Checks the observer at once if a 404 would end the wait; otherwise it is checked while the wait pauses. */
  async #withCheck(outcome: PollOutcome): Promise<PollOutcome> {
    if (outcome.kind !== 'notFound') return outcome;
    this.#notFound = outcome;
    const { failFast, failOnInconsistency } = this.#settings;
    const mayEndWait = failOnInconsistency || (failFast && this.#goal.notFoundMeans === 'rejected');
    if (mayEndWait && this.#check === undefined) await this.#awaitCheck();
    return this.#notFoundFailure(outcome) ?? outcome;
  }

  /** At the end, discards the 404s unless the observer is at its path and they are about the operation. */
  async #verifyNotFound(): Promise<void> {
    if (this.#notFound === undefined) return;
    await this.#awaitCheck();
    const unrelated = this.#notFoundFailure(this.#notFound);
    if (unrelated?.result.failure === undefined) return;
    this.#timeline.retractNotFound(unrelated.result.failure);
    this.#lastError = unrelated.error;
  }

  /** Starts to find out whether the observer is at its path. */
  #startCheck(): SharedWork<ObserverCheck> {
    const earlier = this.#checkRequest;
    const request = this.#shared.checkObserver(this.#settings.clock);
    this.#checkRequest = request;
    earlier?.leave();
    void request.outcome.then((check) => {
      if (this.#checkRequest === request) this.#check = check;
    });
    return request;
  }

  /** Waits for the check as long as an answer usually takes, within the time of the test. */
  async #awaitCheck(): Promise<void> {
    const { clock, signal } = this.#settings;
    const request = this.#checkRequest ?? this.#startCheck();
    const limitMs = this.#schedule.checkLimitMs();
    const late = (): ObserverCheck =>
      this.#check ??
      this.#shared.checkKnownSince(this.#schedule.startMs, clock) ??
      checkNotInTime(this.#deployment, this.#settings);
    // An abort ends the wait where it continues.
    this.#check = await withTimeLimit(request.outcome, limitMs, late, clock, signal).catch(late);
  }

  /** Returns why a 404 is not evidence about the operation; undefined if no reason is known. */
  #notFoundFailure({ error }: NotFound): FailedPoll | undefined {
    const check = this.#check;
    if (check === undefined) return undefined;
    if (!check.isAtPath) return unrelatedNotFound(check.error, `is not an answer: ${check.error.reason}`);
    const why = check.notOfOperation(error.exchange);
    return why === undefined ? undefined : unrelatedNotFound(error, why);
  }

  /**
   * Replaces a replayed outcome with a fatal one if the wait was not recorded, or if it lasts longer than the recorded wait
   * and the outcome is not final: nobody knows what comes after the end of a recording.
   */
  #failBeyondRecording(outcome: PollOutcome): PollOutcome {
    const replayed = this.#mark?.replayed();
    if (replayed === undefined) return outcome;
    const { recordedMs } = replayed;
    if (recordedMs === undefined) return waitNotRecorded(replayed, this.#operationId);
    const hasMorePolls = !this.#schedule.isLast && !replayed.isUsedUp;
    const isWithinRecording = Math.min(this.#schedule.elapsedMs, this.#settings.timeoutMs) <= recordedMs;
    if (hasMorePolls || isWithinRecording || this.#isFinal(outcome, recordedMs)) return outcome;
    return waitRecordedInPart(replayed, recordedMs);
  }

  /** Returns whether no later poll can change a replayed outcome. */
  #isFinal(outcome: PollOutcome, recordedMs: number): boolean {
    const { verdict } = this.#resultOf(outcome);
    if (verdict === 'included') return this.#settings.stableForMs <= recordedMs;
    return outcome.kind === 'record' && (verdict === 'rejected' || verdict === 'not-applicable');
  }

  #end(ending: WaitEnding, abortReason?: unknown): WaitEnd {
    const { timeoutMs } = this.#settings;
    // The last poll may start early, by a latency that a replay does not have.
    this.#mark?.end(
      ending === 'timed-out' ? Math.max(timeoutMs, this.#schedule.elapsedMs) : this.#schedule.elapsedMs,
    );
    const report = {
      operationId: this.#operationId,
      deploymentName: this.#deployment.name,
      timeline: withDeployment(this.#deployment, this.#timeline.polls),
      inconsistencies: this.#timeline.inconsistencies,
      lastRecord: ending === 'included' ? this.#reached : this.#lastRecord,
      lastError: this.#lastError,
      traceId: this.#traceId,
      durationMs: this.#schedule.elapsedMs,
    };
    const { limit = { raise: optionName('timeoutMs') } } = this.#settings;
    return {
      kind: this.#kindOf(ending, report.timeline),
      limit: ending === 'timed-out' ? limit : undefined,
      report,
      isUnanswered: this.#missed === 'answer',
      abortReason,
    };
  }

  #kindOf(ending: WaitEnding, timeline: Timeline): EndKind {
    if (ending === 'inconclusive') return this.#undecidedKind(timeline);
    if (ending !== 'timed-out') return ending;
    if (!this.#isKnownAtEnd(timeline)) return this.#undecidedKind(timeline);
    if (this.#settings.isWindow && !isObservedToEnd(timeline))
      return timeline.at(-1)?.result.failure !== undefined ? this.#undecidedKind(timeline) : 'unobserved';
    const answered = timeline.findLast(({ result }) => result.failure === undefined);
    return answered?.result.verdict === 'included' ? 'not-held' : 'timed-out';
  }

  /** Returns why it is not known whether the operation is included. */
  #undecidedKind(timeline: Timeline): UndecidedKind {
    const record = this.#lastRecord;
    const last = timeline.at(-1)?.result ?? {};
    if (record === undefined || last.failure !== undefined) {
      if (this.#lastError instanceof PreflightError) return 'observer-unproven';
      if (this.#missed === undefined) return 'poll-failed';
      return this.#missed === 'turn' ? 'not-sent' : 'not-answered';
    }
    if (isNotFound(last)) return 'record-lost';
    const { stage } = record.response;
    const isKnown = stage !== undefined && this.#deployment.conventions.stages.includes(stage);
    return isKnown ? 'stage-undecided' : 'stage-unknown';
  }

  /**
   * Returns whether the last answer decided. Failed polls after it do not erase it, unless they took longer together than an
   * answer may take. A poll that was not sent, because of our own pace, says nothing about the service.
   */
  #isKnownAtEnd(timeline: Timeline): boolean {
    const at = timeline.findLastIndex(({ result }) => result.failure === undefined);
    const answer = timeline[at];
    if (answer === undefined || !isDecisive(answer.result)) return false;
    const failedAtMs = timeline[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const sinceMs = Math.min(failedAtMs, this.#failedSinceMs ?? failedAtMs);
    return !this.#schedule.isOutage(sinceMs);
  }
}

/** Returns whether a window was observed to its end: the last poll of a wait that timed out is the one at the time limit. */
function isObservedToEnd(timeline: Timeline): boolean {
  const seen = timeline.filter(({ result }) => isDecisive(result));
  return seen.length >= 2 && seen.at(-1) === timeline.at(-1);
}

/** Returns the trace id of a poll; undefined if it was not sent, or has no outcome. */
function traceIdOfPoll(outcome: PollOutcome): string | undefined {
  const { exchange } =
    outcome.kind === 'record' ? outcome.record : ((outcome.error ?? {}) as Partial<HttpError>);
  return exchange?.traceId;
}

/** Returns whether the observer answered a poll. */
function isAnswered(outcome: PollOutcome): boolean {
  return outcome.kind === 'record' || outcome.kind === 'notFound' || outcome.result.status !== undefined;
}

/** The check when the control requests are not answered in time. */
function checkNotInTime({ name }: Deployment, { limit }: WaitSettings): ObserverCheck {
  const reason = 'it could not be established that the observer is at its path';
  const advice = `raise ${limit?.raise ?? optionName('timeoutMs')}: after a 404 a wait needs another answer of the observer`;
  const summary = `The observer of ${name} did not answer the control requests in time`;
  return {
    isAtPath: false,
    problem: 'no-answers',
    error: new PreflightError(reason, advice, { summary, details: [] }),
    exchange: undefined,
  };
}

/** A 404 that turned out not to be about the operation. */
function unrelatedNotFound(error: unknown, why: string): FailedPoll {
  return { kind: 'transient', error, result: { status: 404, failure: `status 404 ${why}` } };
}

/** A poll of a wait that was not recorded. */
function waitNotRecorded({ count, file, howToRecord }: ReplayedWait, operationId: string): FailedPoll {
  const error = new InconclusiveError({
    summary: `The recording ${file} has no wait number ${count} for operation ${operationId}; ${howToRecord}, with ${counted(count, 'wait')} for it`,
  });
  return failed('fatal', error, `the recording has no wait number ${count}`);
}

/** A poll beyond the end of its recorded wait. */
function waitRecordedInPart({ file, howToRecord }: ReplayedWait, recordedMs: number): FailedPoll {
  const end = `ends after ${formatDuration(recordedMs)} of this wait`;
  const error = new InconclusiveError({
    summary: `The recording ${file} ${end}; ${howToRecord}, with a wait as long as this one`,
  });
  return failed('fatal', error, `the recording ${end}`);
}

/** Returns the later of our clock and the service's: a timestamp is in the future only if both agree. */
function latestNowMs(outcome: PollOutcome, clock: Clock, { exchanges }: Deployment): number {
  if (outcome.kind !== 'record') return unixNowMs(clock);
  const { exchange } = outcome.record;
  const theirsMs = Date.parse(exchange.response?.headers.date ?? '');
  const oursMs = exchanges === 'replayed' ? endOf(exchange) : unixNowMs(clock);
  return Number.isNaN(theirsMs) ? oursMs : Math.max(theirsMs, oursMs);
}
