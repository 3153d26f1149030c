import type { History, Sight } from './history.js';

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
  const found: HistoryFinding[] = [];
  let before: Sight | undefined;
  for (const { atMs, sight } of history) {
    if (sight.verdict === undefined) continue;
    const after = before === undefined ? sight : withWhatIsMissing(sight, before, stages);
    if (before) found.push(...changesBetween(before, after, stages).map((change) => ({ atMs, ...change })));
    before = after;
  }
  return found;
}

/** What an answer does not say is still as it was, so that a 404 in between hides no step back. */
function withWhatIsMissing(sight: Sight, before: Sight, stages: readonly string[]): Sight {
  return {
    ...sight,
    stage: sight.stage !== undefined && stages.includes(sight.stage) ? sight.stage : before.stage,
    timestamp: sight.timestamp ?? before.timestamp,
    transactions: sight.status === undefined ? sight.transactions : before.transactions,
  };
}

function changesBetween(
  before: Sight,
  after: Sight,
  stages: readonly string[],
): Omit<HistoryFinding, 'atMs'>[] {
  const found: Omit<HistoryFinding, 'atMs'>[] = [];
  if (positionOf(after.stage, stages) < positionOf(before.stage, stages)) {
    found.push({
      kind: 'stage-went-back',
      message: `the stage went back from ${before.stage} to ${after.stage}`,
    });
  }
  if (before.timestamp !== undefined && after.timestamp !== undefined && after.timestamp < before.timestamp) {
    found.push({
      kind: 'timestamp-decreased',
      message: `the timestamp decreased from ${before.timestamp} to ${after.timestamp}`,
    });
  }
  const vanished = before.transactions.filter((hash) => !after.transactions.includes(hash));
  if (vanished.length > 0) {
    found.push({ kind: 'transaction-vanished', message: `the transaction ${vanished.join(', ')} vanished` });
  }
  if (before.verdict === 'included' && after.verdict !== 'included') {
    found.push({
      kind: 'inclusion-withdrawn',
      message: `it was included, then ${after.verdict} at ${after.stage}`,
    });
  }
  return found;
}

/** A stage that is not known has no place in the order, so nothing is before or after it. */
function positionOf(stage: string | undefined, stages: readonly string[]): number {
  const position = stage === undefined ? -1 : stages.indexOf(stage);
  return position === -1 ? Number.NaN : position;
}
