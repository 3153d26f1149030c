import type { Conventions } from '../../contract/conventions.js';
import { toWireEnum } from '../../contract/dialect.js';
import type { Check } from '../case/check.js';
import type { EarlierAnswers, RecordState, StageRecord } from './earlier-answers.js';
import { type Contradiction, judgePolls, type Poll } from './judge-polls.js';

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
    kind: 'absent beside others',
    has: ({ result }) => result.success !== undefined,
    lacks: ({ result }) => result.success === undefined,
    isOfSuccess: false,
  },
  {
    path: 'response.timestamp',
    kind: 'absent or 0 beside others',
    has: ({ result }) => !!result.timestamp,
    lacks: ({ result }) => !result.timestamp,
  },
  {
    path: 'response.transactions',
    kind: 'absent or null beside others',
    has: ({ list }) => list === 'transactions',
    lacks: ({ list }) => list === 'absent' || list === 'null',
  },
  {
    path: 'response.note',
    kind: 'absent beside null',
    has: ({ note }) => note === 'null',
    lacks: ({ note, result }) => note === 'absent' && result.success === true,
  },
];

export const recordIncomplete: Check = {
  name: 'record-incomplete',
  family: 'meaning',
  severity: 'minor',
  about:
    'A record must have the same members as those of other operations at its stage, and must give a reason for a failure if others do.',
  source:
    'section 2.3; section 7; any member may be absent (practice); that it is then absent in all records: assumption, the convention recordMembers',
  judge: judgePolls((poll, earlier, { conventions, chains }) => {
    const { result } = poll.state;
    if (conventions.recordMembers === 'any' || result.status !== undefined) return undefined;
    const stage = toWireEnum(result.stage ?? 'no stage', chains);
    const others = (success: boolean | undefined): StageRecord[] =>
      earlier
        .recordsAt(result.stage, success, poll.span.startMs)
        .filter(({ operationId }) => operationId !== poll.operationId);
    const found = compared.flatMap(({ path, kind, has, lacks, isOfSuccess = true }): Contradiction[] => {
      if (!lacks(poll.state)) return [];
      const other = others(isOfSuccess ? result.success : undefined).find(({ state }) => has(state));
      if (other === undefined) return [];
      const message = `expected ${path} at ${stage}, as ${other.operationId} has it, got none`;
      return [{ path, class: kind, message, to: other.request }];
    });
    return [...found, ...unexplained(poll, earlier, conventions)];
  }),
};

/** What is missing in the record of a failed operation. */
function unexplained(
  { operationId, state, span }: Poll,
  earlier: EarlierAnswers,
  { stages }: Conventions,
): Contradiction[] {
  const { noteMembers, result, note } = state;
  // A note without a text is `failure-without-error`.
  const isWithout = note === 'null' || note === 'absent';
  if (result.success !== false || (noteMembers.length === 0 && !isWithout)) return [];
  const anywhere = (success: boolean): StageRecord[] =>
    stages
      .flatMap((stage) => earlier.recordsAt(stage, success, span.startMs))
      .filter((other) => other.operationId !== operationId);
  if (noteMembers.length === 0) {
    // If an operation before its last stage is a success, false does not mean "not yet".
    const onItsWay = anywhere(true).find((other) => other.state.result.stage !== stages.at(-1));
    const failed = anywhere(false).find((other) => other.state.error !== '');
    const other = onItsWay && (failed ?? onItsWay);
    if (other === undefined) return [];
    const message = 'expected a note with the reason for the failure, got none';
    return [{ path: 'response.note', class: 'no reason', message, to: other.request }];
  }
  return (['errorName', 'internalMsg'] as const).flatMap((name): Contradiction[] => {
    const other = noteMembers.includes(name)
      ? undefined
      : anywhere(false).find((failed) => failed.state.noteMembers.includes(name));
    if (other === undefined) return [];
    const path = `response.note.${name}`;
    const message = `expected ${path} of a failed operation, as ${other.operationId} has it, got none`;
    return [{ path, class: 'absent beside others', message, to: other.request }];
  });
}
