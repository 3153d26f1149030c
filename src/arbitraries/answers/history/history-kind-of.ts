import { inconsistenciesIn, type PollResult } from '../../../polling/timeline.js';
import type { Observer } from '../observer/observer.js';
import {
  type InclusionHistoryKind,
  illegalHistories,
  type LegalHistory,
  legalHistories,
  type ObserverAnswer,
} from './history-kinds.js';

/** A history as a word of one letter a poll: u(nknown), p(ending), i(ncluded), r(ejected), n(ot-applicable). */
const wordOf: Record<LegalHistory, RegExp> = {
  included: /^p*i+$/,
  pending: /^p+$/,
  rejected: /^p*r+$/,
  'rolled-back': /^p*r+p*i+$/,
  'unknown-first': /^u+p*i+$/,
  'never-known': /^u+$/,
};

/** Judges what an observer answered: its only finding, or what becomes of the operation; undefined for neither. */
export function historyKindOf(
  polls: readonly ObserverAnswer[],
  observer: Observer,
): InclusionHistoryKind | undefined {
  const sights = polls.map((answer) => sightOf(answer, observer));
  const history = sights.map((result, atMs) => ({ atMs, result }));
  const [finding, ...others] = inconsistenciesIn(history, observer.conventions.stages);
  if (finding !== undefined)
    return others.length === 0 ? illegalHistories.find((kind) => kind === finding.kind) : undefined;
  const word = sights.map(letterOf).join('');
  return legalHistories.find((kind) => wordOf[kind].test(word));
}

/** What a record does not say is as good as "not yet" here. */
function letterOf({ status, verdict }: PollResult): string | undefined {
  if (status === 404) return 'u';
  return verdict === 'unknown' ? 'p' : verdict?.[0];
}

function sightOf(answer: ObserverAnswer, { conventions, neutral, verdictOf }: Observer): PollResult {
  if (answer.status === 404) {
    const { notFoundMeans } = conventions;
    return { status: 404, verdict: notFoundMeans === 'error' ? undefined : notFoundMeans };
  }
  const { response } = answer.body;
  const { stage, success, timestamp, transactions } = neutral(response);
  const hashes = transactions?.flatMap(({ hash }) => hash ?? []);
  return { stage, success, timestamp, transactions: hashes, verdict: verdictOf(response) };
}
