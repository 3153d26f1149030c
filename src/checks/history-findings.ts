import type { History, Poll, Sight } from './history.js';

/** Something in a history that cannot be right. */
export interface HistoryFinding {
  readonly kind: 'stage-went-back' | 'timestamp-decreased' | 'transaction-vanished' | 'inclusion-withdrawn';
  /** When it was seen, in milliseconds after the wait started. */
  readonly atMs: number;
  /** What was seen before and after. */
  readonly message: string;
}

/**
 * Judges a history: stages never go back, timestamps never decrease, transactions never vanish, and what is included
 * stays included, except by a reorganisation. Polls that could not see are passed over. Assumption, see practice.
 */
export function historyFindings(history: History, stages: readonly string[]): HistoryFinding[] {
  const judge = new HistoryJudge(stages);
  return history.flatMap((poll) => judge.add(poll));
}

/** Judges a history while it grows, poll by poll. */
export class HistoryJudge {
  readonly #stages: readonly string[];
  #known: Sight | undefined;

  constructor(stages: readonly string[]) {
    this.#stages = stages;
  }

  /** What a poll shows that cannot be right after those before it. */
  add({ atMs, sight }: Poll): HistoryFinding[] {
    if (sight.verdict === undefined) return [];
    const known = this.#known;
    this.#known = known ? updated(known, sight, this.#stages) : sight;
    return known ? changesBetween(known, sight, this.#stages).map((change) => ({ atMs, ...change })) : [];
  }
}

/** What an answer does not say is still as it was: a 404 in between hides no step back. */
function updated(known: Sight, sight: Sight, stages: readonly string[]): Sight {
  const { stage, timestamp, transactions } = sight;
  if (isPlaced(stage, stages) && timestamp !== undefined && transactions !== undefined) return sight;
  return {
    ...sight,
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
  if (before.verdict === 'included' && after.verdict !== 'included') {
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
