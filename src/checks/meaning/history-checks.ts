import type { Conventions } from '../../contract/conventions.js';
import type { Check, Violation } from '../case/check.js';
import type { Observation } from '../case/observation.js';
import type { Sight } from '../history.js';
import { type HistoryFinding, HistoryJudge } from '../history-findings.js';
import { inclusionVerdict } from '../inclusion-verdict.js';
import { pollsOfCase } from './polls-of-case.js';

/** The stage of an operation does not go back. */
export const stageWentBack = historyCheck('stage-went-back', 'response.stage', 'earlier stage', {
  severity: 'critical',
  about: 'An operation must not be at an earlier stage than it was before.',
});

/** The timestamp of an operation does not decrease. */
export const timestampDecreased = historyCheck(
  'timestamp-decreased',
  'response.timestamp',
  'earlier timestamp',
  {
    severity: 'major',
    about: 'The timestamp of an operation must not be earlier than it was before.',
  },
);

/** A transaction of an operation stays. */
export const transactionVanished = historyCheck(
  'transaction-vanished',
  'response.transactions',
  'not listed',
  {
    severity: 'major',
    about: 'A transaction of an operation that was listed must be listed from then on.',
  },
);

/** What is included stays included. */
export const inclusionWithdrawn = historyCheck('inclusion-withdrawn', 'response.stage', 'not included', {
  severity: 'critical',
  about: 'An operation that was included must stay included.',
});

const none: readonly Violation[] = [];

function historyCheck(
  name: HistoryFinding['kind'],
  path: string,
  change: string,
  description: Pick<Check, 'severity' | 'about'>,
): Check {
  return {
    name,
    family: 'meaning',
    ...description,
    source: 'assumption: only a reorganisation takes anything back',
    judge({ plan, observations }, { conventions }) {
      const sequences = pollsOfCase(plan);
      if (sequences.length === 0) return none;
      // Sequences share polls, and a poll shows the same whatever came before it.
      const messages = new Map<number, string>();
      for (const places of sequences) {
        const judge = new HistoryJudge(conventions.stages);
        for (const at of places) {
          const found = judge.add({ atMs: 0, sight: sightOf(observations[at], conventions) });
          for (const { kind, message } of found) if (kind === name) messages.set(at, message);
        }
      }
      return [...messages].map(([at, message]) => ({
        at,
        path,
        class: change,
        message: `expected nothing to be taken back, got this: ${message}`,
      }));
    },
  };
}

function sightOf(observation: Observation | undefined, conventions: Conventions): Sight {
  const { answer } = observation ?? {};
  if (answer?.inclusion !== undefined) {
    const { stage, success, timestamp, transactions } = answer.inclusion;
    const verdict = inclusionVerdict(answer.inclusion, conventions);
    const hashes = transactions?.flatMap(({ hash }) => hash ?? []);
    return { stage, success, timestamp, transactions: hashes, verdict };
  }
  const { notFoundMeans } = conventions;
  if (answer?.status === 404 && notFoundMeans !== 'error') return { status: 404, verdict: notFoundMeans };
  return { failure: 'not seen' };
}
