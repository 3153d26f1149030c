import type { Conventions } from '../contract/conventions.js';
import { toWireEnum } from '../contract/names.js';
import { clockSkewMs, isMomentIn, momentText } from '../contract/timestamps.js';
import { formatText } from '../internal/print.js';
import { defineChecks } from './check.js';
import type { RecordState, SeenState, StageRecord } from './earlier-answers.js';
import { type Contradiction, judgePolls, type Poll } from './judge.js';

/** How late the observer may report a change, or how far its clock may be behind, in milliseconds. Assumption. */
const maxDelayMs = 20 * 60_000;

/** Changes that are observed at this distance, in milliseconds, are not in the same second. */
const minSeparationMs = 2_000;

/** As many different timestamps are not all whole minutes by chance. */
const minTimestamps = 3;

/** As many hashes share a byte by chance only once in 2^43. */
const minHashes = 7;

/** The checks that compare the record of an operation with those of other operations. */
export const recordComparisonChecks = defineChecks('meaning', 'records', {
  'timestamp-before-change': {
    minOccurrences: 1,
    severity: 'major',
    inSmoke: 'no',
    about:
      'The timestamp of a change must not be long before an answer that showed the operation without the change.',
    source:
      'section 2.3; tolerances of 20 minutes to the header Date and the clock of the campaign, 1 minute to other records: assumption',
    judge: judgePolls((poll, { conventions, chains }, earlier) => {
      const { timestampUnit: unit, stages } = conventions;
      const { timestamp, stage = '' } = poll.state.result;
      if (timestamp === undefined || !isMomentIn(timestamp, unit)) return undefined;
      const unitMs = unit === 's' ? 1000 : 1;
      for (const before of poll.before) {
        if (!isReached(before, poll, stages)) continue;
        const byClockMs = before.lastAskedAtMs - maxDelayMs;
        const latest = earlier.latestTimestamps.before(before.last.startMs)?.value;
        const byRecords = latest !== undefined && isMomentIn(latest, unit) ? Number(latest) : 0;
        const byRecordsMs = byRecords * unitMs - clockSkewMs;
        const earliestMs = Math.max(Number.isFinite(byClockMs) ? byClockMs : 0, byRecordsMs);
        if (Number(timestamp) * unitMs >= earliestMs) continue;
        const [was, is] = [before.result.stage ?? '', stage].map((name) => toWireEnum(name, chains));
        return {
          path: 'response.timestamp',
          class: 'before the change',
          expected: `a timestamp after ${new Date(earliestMs).toISOString()} at ${is}, because an answer still showed ${was} then`,
          received: `${timestamp} (${momentText(timestamp, unit)})`,
          to: before.request,
        };
      }
      return undefined;
    }),
  },
  'timestamp-rounded': {
    minOccurrences: 1,
    severity: 'minor',
    inSmoke: 'no',
    about: 'Timestamps must be precise to the second; they must not all be whole minutes.',
    source: 'section 2.3; practice: unix seconds; that they are not rounded: assumption',
    judge: judgePolls(({ state }, { conventions: { timestampUnit: unit } }, earlier) => {
      const { timestamp } = state.result;
      const minute = unit === 's' ? 60n : 60_000n;
      if (timestamp === undefined || timestamp % minute !== 0n) return undefined;
      const { changes, timestamps } = earlier;
      const first = changes.toSorted((one, other) => one.beforeMs - other.beforeMs)[0];
      const last = changes.toSorted((one, other) => other.afterMs - one.afterMs)[0];
      if (first === undefined || last === undefined) return undefined;
      if (last.afterMs - first.beforeMs < minSeparationMs && timestamps.size < minTimestamps)
        return undefined;
      if ([...timestamps].some((other) => other % minute !== 0n)) return undefined;
      return {
        path: 'response.timestamp',
        class: 'whole minutes',
        expected: 'timestamps precise to the second',
        received: `only whole minutes, the last ${timestamp} (${momentText(timestamp, unit)})`,
        to: first.request,
      };
    }),
  },
  'similar-transaction-hashes': {
    severity: 'major',
    inSmoke: 'no',
    about: 'Hashes of different transactions must not all have the same byte at the same place.',
    source: 'section 2.3; a hash of which a part is lost or overwritten: assumption',
    judge: judgePolls(({ state }, { chains }, earlier) => {
      for (const chain of new Set(state.transactions.map(({ blockchainType }) => `${blockchainType}`))) {
        const { count = 0, digits = '', request } = earlier.digitsOf(chain) ?? {};
        const place = digits.slice(2).search(/^(?:..)*?[0-9a-f]{2}/);
        if (count < minHashes || request === undefined || place < 0) continue;
        return {
          path: 'response.transactions[].hash',
          class: 'the same byte in all',
          expected: 'hashes that differ in each byte',
          received: `${count} of ${toWireEnum(chain, chains)} that are all ${digits}`,
          to: request,
        };
      }
      return undefined;
    }),
  },
  'transaction-shared': {
    severity: 'critical',
    about: 'A transaction of one operation must not be listed for another one.',
    source:
      'section 2.3: "related transactions"; that operations do not share them: the convention transactionsShared',
    judge: judgePolls(({ state, operationId, span }, { conventions }, earlier) => {
      if (conventions.transactionsShared) return undefined;
      for (const { hash } of state.transactions) {
        const owners = hash ? earlier.ownersOf(hash, span.startMs) : [];
        const owner = owners.find((other) => other.operationId !== operationId);
        if (owner === undefined) continue;
        return {
          path: 'response.transactions[].hash',
          class: 'of another operation',
          expected: `transactions of ${operationId}`,
          received: `${formatText(`${hash}`)}, which ${owner.operationId} lists too`,
          to: owner.request,
        };
      }
      return undefined;
    }),
  },
  'record-incomplete': {
    severity: 'minor',
    inSmoke: 'no',
    about:
      'A record must have the same members as those of other operations at its stage, and must give a reason for a failure if others do.',
    source:
      'section 2.3; section 7; any member may be absent (practice); that it is then absent in all records: assumption',
    judge: judgePolls(({ operationId, state, span }, { conventions, chains }, earlier) => {
      const { result } = state;
      if (result.status !== undefined) return undefined;
      const others = (stage: string | undefined, success: boolean | undefined): StageRecord[] =>
        earlier.recordsAt(stage, success, span.startMs).filter((other) => other.operationId !== operationId);
      const stage = toWireEnum(result.stage ?? 'no stage', chains);
      const found = compared.flatMap(({ path, kind, has, lacks, isOfSuccess = true }): Contradiction[] => {
        if (!lacks(state)) return [];
        const other = others(result.stage, isOfSuccess ? result.success : undefined).find((one) =>
          has(one.state),
        );
        if (other === undefined) return [];
        return [
          {
            path,
            class: kind,
            expected: `${path} at ${stage}, as ${other.operationId} has it`,
            received: 'none',
            to: other.request,
          },
        ];
      });
      return [...found, ...unexplained(state, conventions, others)];
    }),
  },
});

/** Returns whether an operation reached its stage, or failed there, after an earlier answer. */
function isReached({ result, last }: SeenState, { state, span }: Poll, stages: readonly string[]): boolean {
  if (result.status !== undefined || last.endMs > span.startMs) return false;
  const [before, after] = [result.stage, state.result.stage].map((stage) => stages.indexOf(`${stage}`));
  if (before === undefined || after === undefined || before < 0) return false;
  return before === after ? result.success === true && state.result.success === false : before < after;
}

/** Members that the record of one operation may have while that of another lacks them. */
const compared: readonly {
  readonly path: string;
  readonly kind: string;
  readonly has: (state: RecordState) => boolean;
  readonly lacks: (state: RecordState) => boolean;
  /** Whether only records with the same success are compared. Default: true. */
  readonly isOfSuccess?: boolean;
}[] = [
  {
    path: 'response.success',
    kind: 'absent',
    has: ({ result }) => result.success !== undefined,
    lacks: ({ result }) => result.success === undefined,
    isOfSuccess: false,
  },
  {
    path: 'response.timestamp',
    kind: 'absent or 0',
    has: ({ result }) => !!result.timestamp,
    lacks: ({ result }) => !result.timestamp,
  },
  {
    path: 'response.transactions',
    kind: 'absent or null',
    has: ({ list }) => list === 'transactions',
    lacks: ({ list }) => list === 'absent' || list === 'null',
  },
  {
    path: 'response.note',
    kind: 'absent instead of null',
    has: ({ note }) => note === 'null',
    lacks: ({ note, result }) => note === 'absent' && result.success === true,
  },
];

/** Finds what is missing in the note of a failed operation. */
function unexplained(
  { noteMembers, result, note }: RecordState,
  { stages }: Conventions,
  others: (stage: string, success: boolean) => StageRecord[],
): Contradiction[] {
  // `failure-without-error` reports a note without a text.
  const hasNoNote = note === 'null' || note === 'absent';
  if (result.success !== false || (noteMembers.length === 0 && !hasNoNote)) return [];
  const anywhere = (success: boolean): StageRecord[] => stages.flatMap((stage) => others(stage, success));
  const path = 'response.note';
  if (noteMembers.length === 0) {
    // If an operation before its last stage is a success, false does not mean "not yet".
    const pending = anywhere(true).find((other) => other.state.result.stage !== stages.at(-1));
    const other = pending && (anywhere(false).find(({ state }) => state.error !== '') ?? pending);
    if (other === undefined) return [];
    return [
      {
        path,
        class: 'no reason',
        expected: 'a note with the reason for the failure',
        received: 'none',
        to: other.request,
      },
    ];
  }
  return (['errorName', 'internalMsg'] as const).flatMap((name): Contradiction[] => {
    if (noteMembers.includes(name)) return [];
    const other = anywhere(false).find(({ state }) => state.noteMembers.includes(name));
    if (other === undefined) return [];
    return [
      {
        path: `${path}.${name}`,
        class: 'absent',
        expected: `${path}.${name} of a failed operation, as ${other.operationId} has it`,
        received: 'none',
        to: other.request,
      },
    ];
  });
}
