import { toWireEnum } from '../../contract/dialect.js';
import { isMomentIn } from '../../contract/timestamps.js';
import { hashFormOf } from '../../contract/transaction-hash.js';
import { formatText } from '../../internal/print.js';
import { contradictionsBetween, type Inconsistency } from '../../polling/timeline.js';
import type { Check } from '../case/check.js';
import type { RecordState, SeenState } from './earlier-answers.js';
import { type Contradiction, judgeAfter, judgePolls, type Poll } from './judge-polls.js';

export const stageRegression = historyCheck('stage-regression', 'response.stage', 'earlier stage', {
  severity: 'critical',
  about: 'The stage of an operation must not go back.',
});

export const timestampRegression = historyCheck(
  'timestamp-regression',
  'response.timestamp',
  'earlier timestamp',
  {
    severity: 'major',
    about: 'The timestamp of an operation must not go back.',
  },
);

export const transactionVanished = historyCheck(
  'transaction-vanished',
  'response.transactions',
  'not listed',
  {
    severity: 'major',
    about: 'A transaction that was listed for an operation must stay listed.',
  },
);

export const inclusionWithdrawn = historyCheck('inclusion-withdrawn', 'response.stage', 'not included', {
  severity: 'critical',
  about: 'An operation that was included must stay included.',
});

function historyCheck(
  name: Inconsistency['kind'],
  path: string,
  change: string,
  description: Pick<Check, 'severity' | 'about'>,
): Check {
  return {
    name,
    family: 'meaning',
    minOccurrences: 1,
    ...description,
    source: 'assumption: only a reorganisation reverts anything',
    judge: judgePolls((poll, earlier, { conventions, chains }) => {
      if (poll.state.result.verdict === undefined) return undefined;
      // A rejection of another spelling of the id does not take anything back.
      if (isSpelling(poll) && poll.state.result.status !== undefined) return undefined;
      const { stages, timestampUnit: unit, transactionsListed } = conventions;
      for (const before of earlier.statesOf(poll.operationId, poll.span.startMs)) {
        if (name === 'timestamp-regression' && isOtherUnit(before, poll.state, unit)) continue;
        const isOtherStage = before.result.stage !== poll.state.result.stage;
        if (name === 'transaction-vanished' && transactionsListed === 'of-stage' && isOtherStage) continue;
        const taken = contradictionsBetween(before.result, poll.state.result, stages).find(
          ({ kind }) => kind === name,
        );
        if (taken === undefined) continue;
        const message = `expected no change to be reverted, but ${toWireEnum(taken.message, chains)}`;
        return { path, class: change, message, to: before.request };
      }
      return undefined;
    }),
  };
}

export const recordVanished: Check = {
  name: 'record-vanished',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'critical',
  about: 'An operation that had a record must not be answered with 404 later.',
  source: 'practice: 404 means that the operation is unknown; that a known operation stays known: assumption',
  judge: judgePolls((poll, earlier, { chains }) => {
    const { status, verdict } = poll.state.result;
    if (status !== 404 || isSpelling(poll)) return undefined;
    const records = earlier
      .statesOf(poll.operationId, poll.span.startMs)
      .filter(({ result }) => result.status === undefined);
    const [before] = records;
    // `inclusion-withdrawn` reports this.
    const wasIncluded = records.some(({ result }) => result.verdict === 'included');
    if (before === undefined || (wasIncluded && verdict !== undefined)) return undefined;
    return {
      path: '',
      class: '404 after a record',
      message: `expected the record of an earlier answer (${toWireEnum(before.result.stage ?? 'no stage', chains)}), got 404`,
      to: before.request,
    };
  }),
};

export const recordMemberLost: Check = {
  name: 'record-member-lost',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about: 'A record must not lose its stage, its success or its timestamp.',
  source: 'section 2.3; any member may be absent (practice); that it does not disappear: assumption',
  judge: judgePolls((poll, earlier) => {
    const { result } = poll.state;
    if (result.status !== undefined) return undefined;
    const states = earlier.statesOf(poll.operationId, poll.span.startMs);
    return (['stage', 'success', 'timestamp'] as const).flatMap((name): Contradiction[] => {
      const before =
        result[name] === undefined ? states.find((state) => state.result[name] !== undefined) : undefined;
      if (before === undefined) return [];
      const message = `expected the record to keep its member ${name}, got none`;
      return [{ path: `response.${name}`, class: 'lost', message, to: before.request }];
    });
  }),
};

/** Members of a record that are compared between answers with the same stage. */
const flipping: readonly {
  readonly path: string;
  readonly read: (state: RecordState) => string;
  /** What must be unchanged, so that the change is not also a violation of another check. Default: nothing. */
  readonly unless?: (state: RecordState) => string;
}[] = [
  { path: 'response.success', read: ({ result }) => String(result.success) },
  { path: 'response.note', read: ({ note }) => note },
  { path: 'response.transactions', read: ({ list }) => list },
  {
    path: 'response.transactions[]',
    read: ({ transactions }) => hashesOf(transactions).join(', '),
    unless: ({ transactions }) => hashesOf(transactions).sort().join(),
  },
];

export const unstableRecord: Check = {
  name: 'unstable-record',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about: 'A member of a record must not change and change back while the operation stays at its stage.',
  source: 'practice: verdicts that vary without cause; null, [] and absent differ',
  judge: judgePolls((poll, earlier, { chains }) => {
    const { stage } = poll.state.result;
    if (isSpelling(poll)) return undefined;
    const states = earlier
      .statesOf(poll.operationId, poll.span.startMs)
      .filter(({ result }) => result.status === undefined && result.stage === stage);
    if (states.length < 2 || poll.state.result.status !== undefined) return undefined;
    return flipping.flatMap(({ path, read, unless = () => '' }): Contradiction[] => {
      const now = read(poll.state);
      const first = states.filter((state) => read(state) === now);
      const firstEndMs = Math.min(...first.map((state) => state.firstEndMs));
      const other = states.find(
        (state) =>
          read(state) !== now &&
          unless(state) === unless(poll.state) &&
          sameMoment(state, poll.state, path) &&
          state.last.startMs >= firstEndMs &&
          state.last.endMs <= poll.span.startMs,
      );
      if (other === undefined) return [];
      const message = `expected ${path} to stay as it is at ${toWireEnum(stage ?? 'no stage', chains)}, got ${formatText(now)}, then ${formatText(read(other))}, then ${formatText(now)} again`;
      return [{ path, class: 'changed and back', message, to: other.request }];
    });
  }),
};

export const recordChanged: Check = {
  name: 'record-changed',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about: 'The error of an operation must not change while stage, success and timestamp are unchanged.',
  source: 'assumption: the timestamp says when a record last changed',
  judge: judgePolls((poll, earlier) => {
    const { result, error } = poll.state;
    if (result.timestamp === undefined || result.success !== false || isSpelling(poll)) return undefined;
    const before = earlier
      .statesOf(poll.operationId, poll.span.startMs)
      .find(
        (state) => isSameMoment(state, poll.state) && state.error !== '' && state.note !== poll.state.note,
      );
    if (before === undefined) return undefined;
    const shown = error === '' ? 'none' : `"${formatText(error)}"`;
    return {
      path: 'response.note',
      class: error === '' ? 'error vanished' : 'another error',
      message:
        before.error === error
          ? `expected the note ${before.note} of an earlier answer, got ${poll.state.note}`
          : `expected the error "${formatText(before.error)}" of an earlier answer, got ${shown}`,
      to: before.request,
    };
  }),
};

export const unstableTimestamp: Check = {
  name: 'unstable-timestamp',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'minor',
  about: 'The timestamp of an operation must not advance with each answer while nothing else changes.',
  source: 'assumption: the timestamp says when a record last changed',
  judge: judgePolls((poll, earlier) => {
    const { result } = poll.state;
    if (result.timestamp === undefined || isSpelling(poll)) return undefined;
    const same = earlier
      .statesOf(poll.operationId, poll.span.startMs)
      .filter((state) => state.result.timestamp !== undefined && isSameButForTime(state, poll.state));
    const times = new Set([...same, poll.state].map((state) => state.result.timestamp));
    const [first] = same;
    // A missed quorum or a second note may change a record once without a change of stage.
    if (times.size < 3 || first === undefined) return undefined;
    return {
      path: 'response.timestamp',
      class: 'moves',
      message: `expected the same timestamp while nothing changes, got ${times.size} timestamps, the last ${result.timestamp}`,
      to: first.request,
    };
  }),
};

export const transactionNotAdded: Check = {
  name: 'transaction-not-added',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about: 'An operation that was executed on a chain must list a new transaction of that chain.',
  source:
    'section 2.3; that each execution is a transaction: assumption; off if transactionsListed is of-stage',
  judge: judgePolls((poll, earlier, { conventions, chains }) => {
    const { stages, blockchainTypes, transactionsListed } = conventions;
    const { result, transactions, list } = poll.state;
    const place = stages.indexOf(`${result.stage}`);
    if (transactionsListed === 'of-stage' || place < 0 || list !== 'transactions') return undefined;
    for (const [executed, chain] of [
      ['executedInALPHA', blockchainTypes[0]],
      ['executedInBETA', blockchainTypes[1]],
    ] as const) {
      const needed = stages.indexOf(executed);
      // A rollback continues without an execution on the destination chain.
      if (needed < 0 || place < needed || chain === undefined) continue;
      if (executed === 'executedInALPHA' && (place > needed || result.success === false)) continue;
      const count = (state: RecordState): number =>
        state.transactions.filter(({ blockchainType }) => blockchainType === chain).length;
      const before = earlier
        .statesOf(poll.operationId, poll.span.startMs)
        .find(
          (state) =>
            state.list === 'transactions' &&
            stages.includes(`${state.result.stage}`) &&
            stages.indexOf(`${state.result.stage}`) < needed &&
            state.result.success !== false &&
            state.transactions.every(({ blockchainType }) => blockchainType !== undefined) &&
            count(state) >= count(poll.state),
        );
      if (before === undefined || transactions.some(({ blockchainType }) => blockchainType === undefined))
        continue;
      const [was, is, name] = [before.result.stage ?? '', result.stage ?? '', chain].map((text) =>
        toWireEnum(text, chains),
      );
      return {
        path: 'response.transactions',
        class: `no new one of ${chain}`,
        message: `expected one more transaction of ${name} at ${is} than at ${was}, got ${count(poll.state)} at both`,
        to: before.request,
      };
    }
    return undefined;
  }),
};

export const transactionChanged: Check = {
  name: 'transaction-changed',
  family: 'meaning',
  minOccurrences: 1,
  severity: 'major',
  about: 'The chain type of a transaction and the spelling of its hash must not change.',
  source: 'section 2.3; that a transaction belongs to one chain, and its hash has one spelling: assumption',
  judge: judgePolls((poll, earlier) => {
    const { transactions } = poll.state;
    const found: Contradiction[] = [];
    for (const before of earlier.statesOf(poll.operationId, poll.span.startMs)) {
      for (const { hash, blockchainType } of transactions) {
        const same = before.transactions.find(
          (other) => !!hash && other.hash?.toLowerCase() === hash.toLowerCase(),
        );
        if (same === undefined) continue;
        if (same.hash !== hash && hashFormOf(`${hash}`) !== 'base64 of 32 bytes')
          found.push({
            path: 'response.transactions[].hash',
            class: 'other letter case',
            message: `expected the spelling of the hash in an earlier answer, "${formatText(`${same.hash}`)}", got "${formatText(`${hash}`)}"`,
            to: before.request,
          });
        if (same.blockchainType !== blockchainType && same.blockchainType !== undefined)
          found.push({
            path: 'response.transactions[].blockchainType',
            class: blockchainType === undefined ? 'lost' : 'another chain',
            message: `expected ${formatText(same.blockchainType)} for the transaction ${formatText(`${hash}`)}, got ${formatText(`${blockchainType}`)}`,
            to: before.request,
          });
      }
    }
    return found;
  }),
};

export const transactionShared: Check = {
  name: 'transaction-shared',
  family: 'meaning',
  severity: 'critical',
  about: 'A transaction of one operation must not be listed for another one.',
  source:
    'section 2.3: "related transactions"; that operations do not share them: the convention transactionsShared',
  judge: judgePolls((poll, earlier, { conventions }) => {
    if (conventions.transactionsShared) return undefined;
    for (const { hash } of poll.state.transactions) {
      if (!hash) continue;
      const owner = earlier
        .ownersOf(hash, poll.span.startMs)
        .find(({ operationId }) => operationId !== poll.operationId);
      if (owner === undefined) continue;
      return {
        path: 'response.transactions[].hash',
        class: 'of another operation',
        message: `expected transactions of ${poll.operationId}, got ${formatText(hash)}, which ${owner.operationId} lists too`,
        to: owner.request,
      };
    }
    return undefined;
  }),
};

export const operationIdSpelling: Check = {
  name: 'operation-id-spelling',
  family: 'meaning',
  severity: 'major',
  about: 'An operation id must be found in every valid spelling and encoding.',
  source: 'RFC 3986, 6.2.2 for percent signs; letter case: the convention operationIdCase',
  judge: judgePolls((poll, earlier) => {
    const { expect } = poll.request;
    if (poll.state.result.status === undefined || expect.kind !== 'known') return undefined;
    const before = earlier
      .statesOf(poll.operationId, poll.span.startMs)
      .find(({ result }) => result.status === undefined);
    if (expect.spelling === undefined || before === undefined) return undefined;
    return {
      path: 'operationId',
      class: `${expect.spelling} not found`,
      message: `expected the record of ${poll.operationId} for its ${expect.spelling} spelling too, got ${poll.answer.status}`,
      to: before.request,
    };
  }),
};

export const blockRegression: Check = {
  name: 'block-regression',
  family: 'meaning',
  severity: 'major',
  about:
    'The block of a simulation must not be lower than the block of a simulation that ended before it began.',
  source:
    'section 2.2; that all answers come from one chain, which only a reorganisation shortens: assumption, the convention blockNumbers',
  judge: judgeAfter(({ request, answer }, { startMs }, earlier, { conventions }) => {
    if (conventions.blockNumbers === 'any') return undefined;
    const block = request.endpoint === 'simulate' ? answer?.simulation?.debugInfo?.blockNumber : undefined;
    const before = block === undefined ? undefined : earlier.blockBefore(startMs);
    if (block === undefined || before === undefined || block >= before.block) return undefined;
    return {
      path: 'response.debugInfo.blockNumber',
      class: 'earlier block',
      message: `expected block ${before.block} of an earlier answer or a later one, got ${block}`,
      to: before.request,
    };
  }),
};

/** How much the clocks of the servers of one deployment may differ, in milliseconds. Assumption. */
const clockSkewMs = 60_000;

export const dateRegression: Check = {
  name: 'date-regression',
  family: 'transport',
  severity: 'minor',
  about: 'The header Date of an answer must not be a minute earlier than the one of an earlier answer.',
  source: 'RFC 9110, 6.6.1; that such an answer was cached, whatever its header Age says: assumption',
  judge: judgeAfter(({ request, answer }, { startMs }, earlier) => {
    const dateMs = request.endpoint === 'inclusion' ? Date.parse(answer?.headers.date ?? '') : Number.NaN;
    const before = Number.isNaN(dateMs) ? undefined : earlier.dateBefore(startMs);
    if (before === undefined || dateMs >= before.dateMs - clockSkewMs) return undefined;
    const [now, then] = [dateMs, before.dateMs].map((ms) => new Date(ms).toISOString());
    return {
      path: '',
      class: 'earlier date',
      message: `expected an answer dated after ${then}, got ${now}`,
      to: before.request,
    };
  }),
};

function isSpelling({ request: { expect } }: Poll): boolean {
  return expect.kind === 'known' && expect.spelling !== undefined;
}

/** A timestamp in another unit is a separate finding and has no order. */
function isOtherUnit(before: SeenState, after: RecordState, unit: 's' | 'ms'): boolean {
  const other = unit === 's' ? 'ms' : 's';
  return [before, after].some(({ result }) => isMomentIn(result.timestamp ?? 0n, other));
}

function isSameMoment({ result: one }: RecordState, { result: other }: RecordState): boolean {
  return one.stage === other.stage && one.success === other.success && one.timestamp === other.timestamp;
}

/** A success that changes back with another timestamp may have failed and continued. */
function sameMoment({ result: one }: RecordState, { result: other }: RecordState, path: string): boolean {
  return path.startsWith('response.transactions') || one.timestamp === other.timestamp;
}

function hashesOf(transactions: RecordState['transactions']): string[] {
  return transactions.map(({ hash = '' }) => hash.toLowerCase());
}

function isSameButForTime(one: RecordState, other: RecordState): boolean {
  const textOf = ({ result, note, list, transactions }: RecordState): string =>
    JSON.stringify([result.stage, result.success, note, list, transactions]);
  return textOf(one) === textOf(other);
}
