import { toWireEnum } from '../contract/names.js';
import { isMomentIn } from '../contract/timestamps.js';
import { hashFormOf } from '../contract/transaction-hash.js';
import { formatText } from '../internal/print.js';
import { contradictionsBetween } from '../polling/timeline.js';
import { defineChecks, type Rule } from './check.js';
import type { RecordState } from './earlier-answers.js';
import { type Contradiction, judgePolls, type Poll } from './judge.js';

const onlyWithTimestamp = 'assumption: the timestamp says when a record last changed';

/** The checks that compare the answers about one operation over time. */
export const recordHistoryChecks = defineChecks(
  'meaning',
  'records',
  {
    'stage-regression': reversal({
      severity: 'critical',
      about: 'The stage of an operation must not go back.',
      path: 'response.stage',
      class: 'earlier stage',
    }),
    'timestamp-regression': reversal({
      severity: 'major',
      about: 'The timestamp of an operation must not go back.',
      path: 'response.timestamp',
      class: 'earlier timestamp',
    }),
    'transaction-vanished': reversal({
      severity: 'major',
      about: 'A transaction that was listed for an operation must stay listed.',
      path: 'response.transactions',
      class: 'not listed',
    }),
    'inclusion-withdrawn': reversal({
      severity: 'critical',
      about: 'An operation that was included must stay included.',
      path: 'response.stage',
      class: 'not included',
    }),
    'record-vanished': {
      severity: 'critical',
      about: 'An operation that had a record must not be answered with 404 later.',
      source:
        'practice: 404 means that the operation is unknown; that a known operation stays known: assumption',
      judge: judgePolls((poll, { chains }) => {
        const { status, verdict } = poll.state.result;
        if (status !== 404 || isOtherSpelling(poll)) return undefined;
        const records = poll.before.filter(({ result }) => result.status === undefined);
        const [before] = records;
        // `inclusion-withdrawn` reports this.
        const wasIncluded = records.some(({ result }) => result.verdict === 'included');
        if (before === undefined || (wasIncluded && verdict !== undefined)) return undefined;
        return {
          path: '',
          class: '404 after a record',
          expected: `the record of an earlier answer (${toWireEnum(before.result.stage ?? 'no stage', chains)})`,
          received: '404',
          to: before.request,
        };
      }),
    },
    'record-member-lost': {
      severity: 'major',
      about: 'A record must not lose its stage, its success or its timestamp.',
      source: 'section 2.3; any member may be absent (practice); that it does not disappear: assumption',
      judge: judgePolls((poll) => {
        const { result } = poll.state;
        if (result.status !== undefined) return undefined;
        return (['stage', 'success', 'timestamp'] as const).flatMap((name): Contradiction[] => {
          if (result[name] !== undefined) return [];
          const before = poll.before.find((state) => state.result[name] !== undefined);
          if (before === undefined) return [];
          return [
            {
              path: `response.${name}`,
              class: 'lost',
              expected: `the record to keep its member ${name}`,
              received: 'none',
              to: before.request,
            },
          ];
        });
      }),
    },
    'unstable-record': {
      severity: 'major',
      about: 'A member of a record must not change and change back while the operation stays at its stage.',
      source: 'practice: verdicts that vary without cause; null, [] and absent differ',
      judge: judgePolls((poll, { chains }) => {
        const { stage, status } = poll.state.result;
        if (isOtherSpelling(poll) || status !== undefined) return undefined;
        const states = poll.before.filter(
          ({ result }) => result.status === undefined && result.stage === stage,
        );
        if (states.length < 2) return undefined;
        return changing.flatMap(({ path, read, unless, isOfTimestamp }): Contradiction[] => {
          const now = read(poll.state);
          const firstEndMs = Math.min(
            ...states.filter((state) => read(state) === now).map((state) => state.firstEndMs),
          );
          const other = states.find(
            (state) =>
              read(state) !== now &&
              (unless === undefined || unless(state) === unless(poll.state)) &&
              (!isOfTimestamp || state.result.timestamp === poll.state.result.timestamp) &&
              state.last.startMs >= firstEndMs &&
              state.last.endMs <= poll.span.startMs,
          );
          if (other === undefined) return [];
          return [
            {
              path,
              class: 'changed and reverted',
              expected: `${path} to stay as it is at ${toWireEnum(stage ?? 'no stage', chains)}`,
              received: `${formatText(now)}, then ${formatText(read(other))}, then ${formatText(now)} again`,
              to: other.request,
            },
          ];
        });
      }),
    },
    'record-changed': {
      severity: 'major',
      about: 'The error of an operation must not change while stage, success and timestamp are unchanged.',
      source: onlyWithTimestamp,
      judge: judgePolls((poll) => {
        const { result, error, note } = poll.state;
        if (result.timestamp === undefined || result.success !== false || isOtherSpelling(poll))
          return undefined;
        const before = poll.before.find(
          (state) =>
            state.result.stage === result.stage &&
            state.result.success === result.success &&
            state.result.timestamp === result.timestamp &&
            state.error !== '' &&
            state.note !== note,
        );
        if (before === undefined) return undefined;
        return {
          path: 'response.note',
          class: error === '' ? 'error vanished' : 'another error',
          ...(before.error === error
            ? { expected: `the note ${before.note} of an earlier answer`, received: note }
            : {
                expected: `the error "${formatText(before.error)}" of an earlier answer`,
                received: error === '' ? 'none' : `"${formatText(error)}"`,
              }),
          to: before.request,
        };
      }),
    },
    'unstable-timestamp': {
      severity: 'minor',
      inSmoke: 'no',
      about: 'The timestamp of an operation must not advance with each answer while nothing else changes.',
      source: onlyWithTimestamp,
      judge: judgePolls((poll) => {
        const { timestamp } = poll.state.result;
        if (timestamp === undefined || isOtherSpelling(poll)) return undefined;
        const now = textButForTime(poll.state);
        const same = poll.before.filter(
          (state) => state.result.timestamp !== undefined && textButForTime(state) === now,
        );
        const times = new Set([...same, poll.state].map((state) => state.result.timestamp));
        const [first] = same;
        // A missed quorum or a second note may change a record once without a change of stage.
        if (times.size < 3 || first === undefined) return undefined;
        return {
          path: 'response.timestamp',
          class: 'advances without a change',
          expected: 'the same timestamp while nothing changes',
          received: `${times.size} timestamps, the last ${timestamp}`,
          to: first.request,
        };
      }),
    },
    'transaction-changed': {
      severity: 'major',
      about: 'The chain type of a transaction and the spelling of its hash must not change.',
      source:
        'section 2.3; that a transaction belongs to one chain, and its hash has one spelling: assumption',
      judge: judgePolls((poll) =>
        poll.before.flatMap((before) =>
          poll.state.transactions.flatMap(({ hash, blockchainType }): Contradiction[] => {
            if (!hash) return [];
            const same = before.transactions.find(
              (other) => other.hash?.toLowerCase() === hash.toLowerCase(),
            );
            const path = 'response.transactions[]';
            const found: Contradiction[] = [];
            if (same !== undefined && same.hash !== hash && hashFormOf(hash) !== 'base64 of 32 bytes')
              found.push({
                path: `${path}.hash`,
                class: 'other letter case',
                expected: `the spelling of the hash in an earlier answer, "${formatText(`${same.hash}`)}"`,
                received: `"${formatText(hash)}"`,
                to: before.request,
              });
            if (same?.blockchainType !== undefined && same.blockchainType !== blockchainType)
              found.push({
                path: `${path}.blockchainType`,
                class: blockchainType === undefined ? 'lost' : 'another chain',
                expected: `${formatText(same.blockchainType)} for the transaction ${formatText(hash)}`,
                received: `${formatText(`${blockchainType}`)}`,
                to: before.request,
              });
            return found;
          }),
        ),
      ),
    },
    'transaction-not-added': {
      severity: 'major',
      inSmoke: 'no',
      about: 'An operation that was executed on a chain must list a new transaction of that chain.',
      source:
        'section 2.3; that a record lists all transactions up to its stage, and that each execution is one: assumption',
      judge: judgePolls((poll, { conventions, chains }) => {
        const { stages, blockchainTypes } = conventions;
        const { result, list } = poll.state;
        const place = stages.indexOf(`${result.stage}`);
        if (place < 0 || list !== 'transactions') return undefined;
        if (!hasChainTypes(poll.state)) return undefined;
        for (const [executed, chain] of [
          ['executedInALPHA', blockchainTypes[0]],
          ['executedInBETA', blockchainTypes[1]],
        ] as const) {
          const needed = stages.indexOf(executed);
          // A rollback continues without an execution on the destination chain.
          if (needed < 0 || place < needed || chain === undefined) continue;
          if (executed === 'executedInALPHA' && (place > needed || result.success === false)) continue;
          const count = ({ transactions }: RecordState): number =>
            transactions.filter(({ blockchainType }) => blockchainType === chain).length;
          const before = poll.before.find(
            (state) =>
              state.list === 'transactions' &&
              stages.includes(`${state.result.stage}`) &&
              stages.indexOf(`${state.result.stage}`) < needed &&
              state.result.success !== false &&
              hasChainTypes(state) &&
              count(state) >= count(poll.state),
          );
          if (before === undefined) continue;
          const [was, is, name] = [before.result.stage ?? '', result.stage ?? '', chain].map((text) =>
            toWireEnum(text, chains),
          );
          return {
            path: 'response.transactions',
            class: `no new one of ${chain}`,
            expected: `one more transaction of ${name} at ${is} than at ${was}`,
            received: `${count(poll.state)} at both`,
            to: before.request,
          };
        }
        return undefined;
      }),
    },
    'operation-id-spelling': {
      severity: 'major',
      inSmoke: 'no',
      about: 'An operation id must be found in every valid spelling and encoding.',
      source: 'RFC 3986, 6.2.2 for percent signs; letter case: the convention operationIdCase',
      minOccurrences: 2,
      judge: judgePolls((poll) => {
        const { expect } = poll.request;
        if (expect.kind !== 'known' || expect.spelling === undefined) return undefined;
        if (poll.state.result.status === undefined) return undefined;
        const before = poll.before.find(({ result }) => result.status === undefined);
        if (before === undefined) return undefined;
        return {
          path: 'operationId',
          class: `${expect.spelling} not found`,
          expected: `the record of ${poll.operationId} for its ${expect.spelling} spelling too`,
          received: `${poll.answer.status}`,
          to: before.request,
        };
      }),
    },
  },
  // Operations move on, so a rerun may not show the same again.
  { minOccurrences: 1 },
);

/** A change that nothing may revert. */
interface Reversal extends Pick<Rule, 'severity' | 'about'>, Pick<Contradiction, 'path' | 'class'> {}

/** Creates a check that finds one kind of contradiction, as waits do. The check and the kind have the same name. */
function reversal({ severity, about, path, class: kind }: Reversal): (name: string) => Rule {
  return (name) => ({
    severity,
    about,
    source: 'assumption: only a reorganisation reverts anything',
    judge: judgePolls((poll, { conventions, chains }) => {
      const { result } = poll.state;
      if (result.verdict === undefined) return undefined;
      // A rejection of another spelling of the id does not take anything back.
      if (isOtherSpelling(poll) && result.status !== undefined) return undefined;
      const { stages, timestampUnit: unit } = conventions;
      // A timestamp in another unit is a separate finding and has no order.
      const otherUnit = unit === 's' ? 'ms' : 's';
      const isOfOtherUnit = ({ timestamp = 0n }: RecordState['result']): boolean =>
        isMomentIn(timestamp, otherUnit);
      for (const before of poll.before) {
        if (name === 'timestamp-regression' && [before.result, result].some(isOfOtherUnit)) continue;
        const reverted = contradictionsBetween(before.result, result, stages).find(
          (found) => found.kind === name,
        );
        if (reverted === undefined) continue;
        return {
          path,
          class: kind,
          expected: 'no reverted change',
          received: `this one: ${toWireEnum(reverted.message, chains)}`,
          to: before.request,
        };
      }
      return undefined;
    }),
  });
}

/** Members of a record that are compared between answers with the same stage. */
const changing: readonly {
  readonly path: string;
  readonly read: (state: RecordState) => string;
  /** What must be unchanged, so that the change is not also a violation of another check. */
  readonly unless?: (state: RecordState) => string;
  /** Whether it may change with the timestamp: a success may have failed and continued. */
  readonly isOfTimestamp?: boolean;
}[] = [
  { path: 'response.success', read: ({ result }) => String(result.success), isOfTimestamp: true },
  { path: 'response.note', read: ({ note }) => note, isOfTimestamp: true },
  { path: 'response.transactions', read: ({ list }) => list },
  {
    path: 'response.transactions[]',
    read: (state) => hashesOf(state).join(', '),
    unless: (state) => hashesOf(state).sort().join(),
  },
];

function isOtherSpelling({ request: { expect } }: Poll): boolean {
  return expect.kind === 'known' && expect.spelling !== undefined;
}

function hasChainTypes({ transactions }: RecordState): boolean {
  return transactions.every(({ blockchainType }) => blockchainType !== undefined);
}

function hashesOf({ transactions }: RecordState): string[] {
  return transactions.map(({ hash = '' }) => hash.toLowerCase());
}

function textButForTime({ result, note, list, transactions }: RecordState): string {
  return JSON.stringify([result.stage, result.success, note, list, transactions]);
}
