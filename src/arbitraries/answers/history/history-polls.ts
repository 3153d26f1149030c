import type { Random } from 'fast-check';
import type { InclusionState } from '../../../contract/conventions.js';
import type { InclusionNote, InclusionTransaction } from '../../../contract/responses.js';
import { definedMembers } from '../../../internal/objects.js';
import { pick } from '../../drawing/pick.js';
import { inclusionNote, seenErrorNames } from '../observer/inclusion-note.js';
import { drawMoment, perSecond } from '../observer/inclusion-timestamp.js';
import type { Observer } from '../observer/observer.js';
import { transactionHash } from '../observer/transaction-hash.js';
import { withFault } from './history-fault.js';
import type { InclusionHistoryKind, ObserverAnswer } from './history-kinds.js';
import { drawLegs, type Leg } from './history-legs.js';
import type { HistoryStages } from './history-stages.js';

const notes = inclusionNote();
const hashes = transactionHash();

/** Draws what an observer answers, poll after poll; undefined stands for a 404. */
export function drawPolls(
  random: Random,
  kind: InclusionHistoryKind,
  stages: HistoryStages,
  observer: Observer,
): ObserverAnswer[] {
  const states = tell(random, kind, drawLegs(random, kind, stages), observer);
  return withFault(random, kind, states).flatMap((state) =>
    Array.from({ length: pick(random, [1, 1, 2, 3]) }, () => answerOf(state)),
  );
}

/** Each poll has a copy, so that a test that changes one does not change the next. */
function answerOf(state: InclusionState | undefined): ObserverAnswer {
  if (state === undefined) return { status: 404 };
  const { note, transactions } = state;
  const response = { ...state };
  if (note) response.note = { ...note };
  if (transactions) response.transactions = transactions.map((transaction) => ({ ...transaction }));
  return { status: 200, body: { response } };
}

/** Puts the legs in the words of an observer, which says "nothing" in the same way all the time. */
function tell(
  random: Random,
  kind: InclusionHistoryKind,
  legs: readonly Leg[],
  { conventions, stages, blockchainTypes }: Observer,
): (InclusionState | undefined)[] {
  const noNote = pick(random, [undefined, null]);
  const noTransactions = pick(random, [undefined, null, []]);
  const hasTimestamps = kind === 'timestamp-decreased' || random.nextInt(0, 3) > 0;
  const failure = drawFailure(random);
  let transactions = kind === 'transaction-vanished' ? [drawTransaction(random, blockchainTypes)] : [];
  let timestamp = drawMoment(random, conventions.timestampUnit);
  let hasFailed = false;

  return legs.map((leg) => {
    if (leg === 'unknown') return undefined;
    timestamp += pick(random, [0n, 1n, random.nextBigInt(0n, 600n * perSecond(conventions.timestampUnit))]);
    if (random.nextInt(0, 1) === 0)
      transactions = [...transactions, drawTransaction(random, blockchainTypes)];
    // A rollback brings the operation back, but what failed is still worth a note.
    hasFailed ||= leg.how === 'failed';
    return definedMembers<InclusionState>({
      note: hasFailed ? failure : noNote,
      stage: stages[leg.stage],
      success: leg.how === 'well',
      timestamp: hasTimestamps ? timestamp : undefined,
      transactions: transactions.length > 0 ? transactions : noTransactions,
    }) as InclusionState;
  });
}

function drawFailure(random: Random): InclusionNote {
  const note = notes.generate(random, undefined).value;
  return { ...note, errorName: note.errorName || pick(random, seenErrorNames) };
}

function drawTransaction(random: Random, blockchainTypes: readonly string[]): InclusionTransaction {
  const hash = hashes.generate(random, undefined).value;
  return { blockchainType: pick(random, blockchainTypes), hash };
}
