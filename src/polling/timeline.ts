import type { Conventions } from '../contract/conventions.js';
import { isMomentIn, momentText, msInFuture } from '../contract/timestamps.js';
import type { InclusionVerdict } from '../contract/verdicts.js';
import type { Deployment } from '../deployment/deployment.js';
import { cut, formatDuration, formatText } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';

/** What one poll of an operation found: a record, or the reason why there was none. */
export interface PollResult {
  /** The stage, with neutral chain names. */
  readonly stage?: string | undefined;
  /** The stage as the deployment wrote it, if its chains have their own names. */
  readonly wireStage?: string | undefined;
  readonly success?: boolean | undefined;
  /** In the deployment's unit. */
  readonly timestamp?: bigint | undefined;
  /** Hashes of the related transactions; undefined when the record says nothing of them (absent or null). */
  readonly transactions?: readonly string[] | undefined;
  /** The verdict of the record; undefined without a record, and `unknown` when the record does not say. */
  readonly verdict?: InclusionVerdict | undefined;
  /** The HTTP status, when it was not 200. */
  readonly status?: number | undefined;
  /** Why the poll failed, in a few words; undefined if it did not. A 404 that means "not yet" is not a failure. */
  readonly failure?: string | undefined;
}

/** One poll: when its answer came, in milliseconds after the wait started, and what it found. */
export interface Poll {
  readonly atMs: number;
  readonly result: PollResult;
}

/** Every poll of one operation, in order. */
export type Timeline = readonly Poll[];

/** A contradiction between polls of a timeline. */
export interface Inconsistency {
  readonly kind:
    | 'stage-regression'
    | 'timestamp-regression'
    | 'transaction-vanished'
    | 'inclusion-withdrawn'
    | 'record-vanished'
    | 'timestamp-unit'
    | 'timestamp-in-future';
  /** When it was found, in milliseconds after the wait started. */
  readonly atMs: number;
  /** The contradiction in one sentence, with the values of both polls. */
  readonly message: string;
}

/** How timestamps are validated. */
interface TimestampRule {
  readonly unit: Conventions['timestampUnit'];
  /** The latest valid timestamp, in milliseconds of unix time. */
  readonly nowMs: number;
}

type Redact = (text: string) => string;

// A service may echo a secret in any text. Published results are masked; checks use the originals kept here.
const received = sharedByCopies(
  'receivedPolls',
  () => new WeakMap<PollResult, { readonly result: PollResult; readonly redact: Redact }>(),
);

/** Returns a result with its secrets masked; {@link asReceived} gives the original. */
export function masked(result: PollResult, redact: Redact): PollResult {
  const shown: PollResult = {
    ...result,
    stage: result.stage && redact(result.stage),
    ...(result.wireStage !== undefined && { wireStage: redact(result.wireStage) }),
    transactions: result.transactions?.map(redact),
  };
  if (isSameResult(shown, result) && shown.wireStage === result.wireStage) return result;
  received.set(shown, { result, redact });
  return shown;
}

/** Returns the unmasked original of a result. */
export function asReceived(result: PollResult): PollResult {
  return received.get(result)?.result ?? result;
}

/** Returns whether a poll found a record, as opposed to a 404 or a failure. */
export function isRecord({ verdict, status }: PollResult): boolean {
  return verdict !== undefined && status === undefined;
}

/** Returns whether the observer itself answered that it does not know the operation. */
export function isNotFound({ verdict, status }: PollResult): boolean {
  return status === 404 && verdict !== undefined;
}

/** Returns whether a poll decides about inclusion: it did not fail, and its record is conclusive. */
export function isDecisive({ verdict }: PollResult): boolean {
  return verdict !== undefined && verdict !== 'unknown';
}

// Shared by all waits without inconsistencies.
const noInconsistencies: readonly Inconsistency[] = [];

/** Collects the polls of one wait and finds what is inconsistent between them. */
export class TimelineRecorder {
  readonly #stages: readonly string[];
  #polls: Poll[] = [];
  #inconsistencies: readonly Inconsistency[] = noInconsistencies;
  /** The last known value of each member, as received. */
  #known: PollResult | undefined;
  /** Masks the known values; undefined if nothing has been masked so far. */
  #redact: Redact | undefined;
  /** The last invalid timestamp, so that it is reported only once. */
  #wrongTimestamp: bigint | undefined;

  constructor(stages: readonly string[]) {
    this.#stages = stages;
  }

  get length(): number {
    return this.#polls.length;
  }

  /** A copy, so that a timeline that was handed out does not grow. */
  get polls(): Timeline {
    return [...this.#polls];
  }

  get inconsistencies(): readonly Inconsistency[] {
    return this.#inconsistencies;
  }

  add(atMs: number, result: PollResult, timestamps?: TimestampRule): Poll {
    const last = this.#polls.at(-1);
    // Unchanged results share one object, which saves memory with thousands of waits.
    const isSame = last !== undefined && isSameResult(asReceived(last.result), asReceived(result));
    const poll = { atMs, result: isSame ? last.result : result };
    this.#polls.push(poll);
    this.#redact = received.get(result)?.redact ?? this.#redact;
    const found = this.#inconsistenciesOf(asReceived(poll.result), timestamps);
    if (found.length > 0)
      this.#inconsistencies = [
        ...this.#inconsistencies,
        ...found.map(({ kind, message }) => ({ kind, atMs, message: this.#redact?.(message) ?? message })),
      ];
    return poll;
  }

  /** Converts every 404 that counted as an answer into a failure, and drops the inconsistencies that it caused. */
  retractNotFound(failure: string): void {
    const retracted = new Set(this.#polls.flatMap(({ atMs, result }) => (isNotFound(result) ? atMs : [])));
    this.#inconsistencies = this.#inconsistencies.filter(({ atMs }) => !retracted.has(atMs));
    this.#polls = this.#polls.map((poll) =>
      isNotFound(poll.result) ? { atMs: poll.atMs, result: { status: 404, failure } } : poll,
    );
  }

  #inconsistenciesOf(
    result: PollResult,
    timestamps: TimestampRule | undefined,
  ): Omit<Inconsistency, 'atMs'>[] {
    if (result.verdict === undefined) return [];
    const known = this.#known;
    this.#known = known ? withKnown(known, result, this.#stages) : result;
    const found = known ? contradictionsBetween(known, result, this.#stages) : [];
    const { timestamp } = result;
    if (timestamps === undefined || timestamp === undefined || timestamp === this.#wrongTimestamp)
      return found;
    const wrong = wrongTimestamp(timestamp, timestamps);
    if (wrong === undefined) return found;
    this.#wrongTimestamp = timestamp;
    return [...found, wrong];
  }
}

/**
 * Returns what is inconsistent in a timeline. Stages never go back, timestamps never decrease, records and transactions never
 * vanish, and what is included stays included, except after a reorganisation. With a rule for timestamps, they are of the
 * deployment's unit and not in the future. Failed polls are skipped. Assumption, see practice.
 */
export function inconsistenciesIn(
  timeline: Timeline,
  stages: readonly string[],
  timestamps?: TimestampRule,
): readonly Inconsistency[] {
  const recorder = new TimelineRecorder(stages);
  for (const { atMs, result } of timeline) recorder.add(atMs, result, timestamps);
  return recorder.inconsistencies;
}

/** Returns the contradictions between two results. */
export function contradictionsBetween(
  before: PollResult,
  after: PollResult,
  stages: readonly string[],
): Omit<Inconsistency, 'atMs'>[] {
  const found: Omit<Inconsistency, 'atMs'>[] = [];
  if (isEarlierStage(after.stage, before.stage, stages)) {
    const message = `the stage went back from ${stageText(before)} to ${stageText(after)}`;
    found.push({ kind: 'stage-regression', message });
  }
  if (before.timestamp !== undefined && after.timestamp !== undefined && after.timestamp < before.timestamp) {
    const message = `the timestamp decreased from ${before.timestamp} to ${after.timestamp}`;
    found.push({ kind: 'timestamp-regression', message });
  }
  const vanished = missingFrom(after.transactions, before.transactions);
  if (vanished.length > 0) {
    found.push({ kind: 'transaction-vanished', message: `a transaction vanished: ${vanished.join(', ')}` });
  }
  const isUnknown = after.verdict === 'unknown' && !isNotFound(after);
  // The stage stays the same when the execution fails after it was reached.
  const hasFailed = after.verdict === 'rejected' && after.stage !== undefined && after.stage === before.stage;
  if (before.verdict === 'included' && after.verdict !== 'included' && !isUnknown && !hasFailed) {
    const now = isNotFound(after)
      ? 'unknown to the observer (404)'
      : `${after.verdict} (${stageText(after) ?? 'no stage'})`;
    const message = `it was included, then ${now}`;
    found.push({ kind: 'inclusion-withdrawn', message });
  } else if (isRecord(before) && isNotFound(after)) {
    const message = `the record vanished: ${stageText(before) ?? 'no stage'}, then 404`;
    found.push({ kind: 'record-vanished', message });
  }
  return found;
}

/** Keeps known values that a result omits, so that a 404 in between does not hide a step back. */
function withKnown(known: PollResult, result: PollResult, stages: readonly string[]): PollResult {
  const { stage, wireStage, timestamp, transactions, verdict } = result;
  const saysAll = isKnownStage(stage, stages) && timestamp !== undefined && transactions !== undefined;
  if (saysAll && verdict !== 'unknown') return result;
  return {
    ...result,
    ...(isKnownStage(stage, stages)
      ? { stage, wireStage }
      : { stage: known.stage, wireStage: known.wireStage }),
    verdict: verdict === 'unknown' && !isNotFound(result) ? known.verdict : verdict,
    timestamp: timestamp ?? known.timestamp,
    transactions: transactions ?? known.transactions,
  };
}

const unitNames: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

function wrongTimestamp(
  timestamp: bigint,
  { unit, nowMs }: TimestampRule,
): Omit<Inconsistency, 'atMs'> | undefined {
  // 0 means no timestamp. Assumption.
  if (timestamp === 0n) return undefined;
  if (!isMomentIn(timestamp, unit)) {
    const other = unit === 's' ? 'ms' : 's';
    const hint = isMomentIn(timestamp, other) ? `, it looks like ${unitNames[other]}` : '';
    const message = `the timestamp ${timestamp} is not unix time in ${unitNames[unit]}${hint}`;
    return { kind: 'timestamp-unit', message };
  }
  const aheadMs = msInFuture(timestamp, unit, nowMs);
  if (aheadMs === undefined) return undefined;
  const message = `the timestamp ${timestamp} (${momentText(timestamp, unit)}) is ${Math.round(aheadMs / 1000)} s in the future`;
  return { kind: 'timestamp-in-future', message };
}

/** Returns the hashes that are no longer listed, ignoring letter case; none if there is no list. */
function missingFrom(listed: PollResult['transactions'], wanted: PollResult['transactions'] = []): string[] {
  if (listed === undefined) return [];
  const known = new Set(listed.map((hash) => hash.toLowerCase()));
  return wanted.filter((hash) => !known.has(hash.toLowerCase()));
}

function stageText({ stage, wireStage }: PollResult): string | undefined {
  return wireStage ?? stage;
}

/** Returns whether a stage comes before another. Stages that the deployment does not name have no order. */
function isEarlierStage(
  stage: string | undefined,
  other: string | undefined,
  stages: readonly string[],
): boolean {
  if (!isKnownStage(stage, stages) || !isKnownStage(other, stages)) return false;
  return stages.indexOf(stage) < stages.indexOf(other);
}

function isKnownStage(stage: string | undefined, stages: readonly string[]): stage is string {
  return stage !== undefined && stages.includes(stage);
}

function isSameResult(a: PollResult, b: PollResult): boolean {
  return (
    a.stage === b.stage &&
    a.success === b.success &&
    a.timestamp === b.timestamp &&
    a.verdict === b.verdict &&
    a.status === b.status &&
    a.failure === b.failure &&
    isSameList(a.transactions, b.transactions)
  );
}

function isSameList(a: PollResult['transactions'], b: PollResult['transactions']): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((hash, index) => hash === b[index]);
}

// Timelines are plain arrays for users, so the deployment is stored separately.
const deployments = sharedByCopies('timelineDeployments', () => new WeakMap<Timeline, Deployment>());

/** Returns the deployment of a timeline, if a wait of this package created it. */
export function deploymentOf(timeline: Timeline): Deployment | undefined {
  return deployments.get(timeline);
}

/** Records the deployment of a timeline. */
export function withDeployment(deployment: Deployment, timeline: Timeline): Timeline {
  deployments.set(timeline, deployment);
  return timeline;
}

const maxShownChanges = 12;

/**
 * Formats a timeline on one line, with repeats collapsed: `+0 ms ×3 404 | +1.6 s ×2 collectedInALPHA | …`. The middle of a
 * long timeline is omitted and counted.
 */
export function formatTimeline(timeline: Timeline): string {
  const changes: { readonly atMs: number; readonly text: string; count: number }[] = [];
  for (const { atMs, result } of timeline) {
    // Compare the formatted text: some observers change the timestamp in every answer.
    const text = formatPollResult(result);
    const last = changes.at(-1);
    if (last?.text === text) last.count++;
    else changes.push({ atMs, text, count: 1 });
  }
  const texts = changes.map(
    ({ atMs, count, text }) => `+${formatDuration(atMs)}${count > 1 ? ` ×${count}` : ''} ${text}`,
  );
  if (texts.length <= maxShownChanges) return texts.join(' | ') || 'no poll was answered';
  const half = maxShownChanges / 2;
  const left = `… ${texts.length - maxShownChanges} more changes …`;
  return [...texts.slice(0, half), left, ...texts.slice(-half)].join(' | ');
}

/** Formats one poll result in a few words. */
export function formatPollResult({
  stage,
  wireStage = stage,
  success,
  transactions = [],
  status,
  failure,
}: PollResult): string {
  if (failure !== undefined) return formatText(failure, 60);
  if (status !== undefined) return String(status);
  const words = [formatText(wireStage ?? 'no stage', 60)];
  if (success === false) words.push('success=false');
  const last = transactions.at(-1);
  if (last !== undefined)
    words.push(`tx ${shortHash(last)}${transactions.length > 1 ? ` (${transactions.length})` : ''}`);
  return words.join(' ');
}

function shortHash(hash: string): string {
  return hash.length > 14
    ? `${formatText(hash.slice(0, 6))}…${formatText(hash.slice(-4))}`
    : cut(formatText(hash));
}
