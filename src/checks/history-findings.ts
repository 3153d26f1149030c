import type { Conventions } from '../contract/conventions.js';
import type { History, Poll, Sight } from './history.js';
import { isMomentIn, momentText, msInFuture } from './records/moments.js';

/** Something in a history that cannot be right. */
export interface HistoryFinding {
  readonly kind:
    | 'stage-went-back'
    | 'timestamp-decreased'
    | 'transaction-vanished'
    | 'inclusion-withdrawn'
    | 'timestamp-unit'
    | 'timestamp-in-future';
  /** When it was seen, in milliseconds after the wait started. */
  readonly atMs: number;
  /** What was seen before and after. */
  readonly message: string;
}

/** What the timestamps of a history are held against. */
export interface TimestampRule {
  readonly unit: Conventions['timestampUnit'];
  /** The latest that it can be, in milliseconds of unix time. */
  readonly nowMs: number;
}

/**
 * Judges a history: stages never go back, timestamps never decrease, transactions never vanish, and what is included
 * stays included, except by a reorganisation; and where a rule is given, timestamps are of the deployment's unit and not
 * in the future. Polls that could not see are passed over. Assumption, see practice.
 */
export function historyFindings(
  history: History,
  stages: readonly string[],
  timestamps?: TimestampRule,
): HistoryFinding[] {
  const judge = new HistoryJudge(stages);
  return history.flatMap((poll) => judge.add(poll, timestamps));
}

/** Judges a history while it grows, poll by poll. */
export class HistoryJudge {
  readonly #stages: readonly string[];
  #known: Sight | undefined;
  /** The last timestamp that cannot be right by itself: it is a finding once, not at every poll. */
  #wrongTimestamp: bigint | undefined;

  constructor(stages: readonly string[]) {
    this.#stages = stages;
  }

  /** What a poll shows that cannot be right after those before it. */
  add({ atMs, sight }: Poll, timestamps?: TimestampRule): HistoryFinding[] {
    if (sight.verdict === undefined) return [];
    const known = this.#known;
    this.#known = known ? updated(known, sight, this.#stages) : sight;
    const found = known ? changesBetween(known, sight, this.#stages) : [];
    if (timestamps !== undefined) found.push(...this.#timestampFindings(sight, timestamps));
    return found.map((one) => ({ atMs, ...one }));
  }

  #timestampFindings({ timestamp }: Sight, rule: TimestampRule): Omit<HistoryFinding, 'atMs'>[] {
    const found = timestamp === undefined ? undefined : timestampFinding(timestamp, rule);
    if (found === undefined || timestamp === this.#wrongTimestamp) return [];
    this.#wrongTimestamp = timestamp;
    return [found];
  }
}

const unitNames: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

/** 0 stands for none. Assumption. */
function timestampFinding(
  timestamp: bigint,
  { unit, nowMs }: TimestampRule,
): Omit<HistoryFinding, 'atMs'> | undefined {
  if (timestamp === 0n) return undefined;
  if (!isMomentIn(timestamp, unit)) {
    const other = unit === 's' ? 'ms' : 's';
    const looksLike = isMomentIn(timestamp, other) ? `, it looks like ${unitNames[other]}` : '';
    return {
      kind: 'timestamp-unit',
      message: `the timestamp ${timestamp} is not unix time in ${unitNames[unit]}${looksLike}`,
    };
  }
  const aheadMs = msInFuture(timestamp, unit, nowMs);
  if (aheadMs === undefined) return undefined;
  return {
    kind: 'timestamp-in-future',
    message: `the timestamp ${timestamp} (${momentText(timestamp, unit)}) is ${Math.round(aheadMs / 1000)} s in the future`,
  };
}

/** What an answer does not say is still as it was: a 404 in between hides no step back. */
function updated(known: Sight, sight: Sight, stages: readonly string[]): Sight {
  const { stage, timestamp, transactions, verdict } = sight;
  const saysAll = isPlaced(stage, stages) && timestamp !== undefined && transactions !== undefined;
  if (saysAll && verdict !== 'unknown') return sight;
  return {
    ...sight,
    verdict: verdict === 'unknown' ? known.verdict : verdict,
    ...(isPlaced(stage, stages) ? {} : { stage: known.stage, wireStage: known.wireStage }),
    timestamp: timestamp ?? known.timestamp,
    transactions: transactions ?? known.transactions,
  };
}

/** What a sight takes back of another one before it. */
export function changesBetween(
  before: Sight,
  after: Sight,
  stages: readonly string[],
): Omit<HistoryFinding, 'atMs'>[] {
  const found: Omit<HistoryFinding, 'atMs'>[] = [];
  if (positionOf(after.stage, stages) < positionOf(before.stage, stages)) {
    found.push({
      kind: 'stage-went-back',
      message: `the stage went back from ${shownStage(before)} to ${shownStage(after)}`,
    });
  }
  if (before.timestamp !== undefined && after.timestamp !== undefined && after.timestamp < before.timestamp) {
    found.push({
      kind: 'timestamp-decreased',
      message: `the timestamp decreased from ${before.timestamp} to ${after.timestamp}`,
    });
  }
  const vanished = missingFrom(after.transactions, before.transactions);
  if (vanished.length > 0) {
    found.push({ kind: 'transaction-vanished', message: `a transaction vanished: ${vanished.join(', ')}` });
  }
  if (before.verdict === 'included' && after.verdict !== 'included' && after.verdict !== 'unknown') {
    found.push({
      kind: 'inclusion-withdrawn',
      message: `it was included, then ${after.verdict} (${shownStage(after) ?? after.status ?? 'no stage'})`,
    });
  }
  return found;
}

/** The letter case of a hash says nothing; and where nothing is listed, nothing is missing. */
function missingFrom(listed: Sight['transactions'], wanted: Sight['transactions'] = []): string[] {
  if (listed === undefined) return [];
  const known = new Set(listed.map((hash) => hash.toLowerCase()));
  return wanted.filter((hash) => !known.has(hash.toLowerCase()));
}

/** The stage as a reader knows it. */
function shownStage({ stage, wireStage }: Sight): string | undefined {
  return wireStage ?? stage;
}

/** A stage that is not known has no place in the order, so nothing is before or after it. */
function positionOf(stage: string | undefined, stages: readonly string[]): number {
  return isPlaced(stage, stages) ? stages.indexOf(stage) : Number.NaN;
}

function isPlaced(stage: string | undefined, stages: readonly string[]): stage is string {
  return stage !== undefined && stages.includes(stage);
}
