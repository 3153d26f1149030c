import { defaultConventions } from '../../contract/conventions.js';
import type { InclusionNote, InclusionTransaction, inclusionFields } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Hex } from '../evm/json-rpc.js';
import type { Direction, LocalOperation, Stage } from '../model/control-data.js';

/**
 * The observer's record of an operation (section 2.3), with neutral chain names: every member that the interface names. Immutable:
 * replaced, never changed.
 */
export interface OperationRecord extends Readonly<Record<keyof typeof inclusionFields, unknown>> {
  readonly note: InclusionNote | null;
  readonly stage: Stage;
  /** Whether the operation has not failed on its way to the next stage. */
  readonly success: boolean;
  /** When the stage, or the success, last changed, in unix seconds. */
  readonly timestamp: bigint;
  readonly transactions: readonly InclusionTransaction[];
}

/** An operation of the source chain. Immutable, so that snapshots can share it. */
export interface Operation {
  readonly operationId: Hex;
  /** The number of operations that were submitted before it. */
  readonly index: number;
  /** The request as JSON, which is smaller than the object and which its submitter cannot change. */
  readonly requestText: string;
  readonly record: OperationRecord;
  readonly history: LocalOperation['history'];
  readonly epochs: LocalOperation['epochs'];
  /** Whether it failed and its assets are on their way back, or have arrived. */
  readonly isRolledBack: boolean;
}

/** The ledger of a chain. */
export interface OperationLedger extends ReturnType<typeof createOperationLedger> {}

/**
 * Creates a ledger, which records the progress of operations. Its times are in milliseconds after the start of the chain.
 *
 * @param book - The operations by id, in order of submission.
 * @param startedAtMs - When the chain started, in milliseconds of unix time.
 */
export function createOperationLedger(
  book: { readonly operations: Map<string, Operation> },
  startedAtMs: number,
  changed: (operationId: Hex) => void,
) {
  const moments = createMoments(startedAtMs);

  // Member by member, and with `concat` below: spreading takes three times as long, and allocates spare room in every list.
  function replace(
    operation: Operation,
    record: Changed<OperationRecord>,
    rest: Changed<Operation> = {},
  ): void {
    const { operationId, index, requestText } = operation;
    const before = operation.record;
    book.operations.set(operationId, {
      operationId,
      index,
      requestText,
      record: {
        note: record.note ?? before.note,
        stage: record.stage ?? before.stage,
        success: record.success ?? before.success,
        timestamp: record.timestamp ?? before.timestamp,
        transactions: record.transactions ?? before.transactions,
      },
      history: rest.history ?? operation.history,
      epochs: rest.epochs ?? operation.epochs,
      isRolledBack: rest.isRolledBack ?? operation.isRolledBack,
    });
    changed(operationId);
  }

  /** Sets stage and success, and adds an entry to the history. */
  function move(
    operation: Operation,
    stage: Stage,
    success: boolean,
    atMs: number,
    record: Changed<OperationRecord> = {},
    epochs = operation.epochs,
  ): void {
    const { timestamp, entry } = moments.at(stage, success, atMs);
    const { note, transactions } = record;
    const history = operation.history.concat(entry);
    replace(operation, { note, transactions, stage, success, timestamp }, { epochs, history });
  }

  const known = (operationId: Hex): Operation => book.operations.get(operationId) as Operation;

  return {
    get: (operationId: string): Operation | undefined => book.operations.get(operationId),
    /** Opens the record of a new operation with the transaction that submitted it. */
    open(
      operationId: Hex,
      request: LooseSimulationRequest,
      submission: InclusionTransaction,
      atMs: number,
    ): void {
      const { timestamp, entry } = moments.at('start', true, atMs);
      const transactions = [submission];
      book.operations.set(operationId, {
        operationId,
        index: book.operations.size,
        requestText: JSON.stringify(request),
        record: { note: null, stage: 'start', success: true, timestamp, transactions },
        history: [entry],
        epochs: [],
        isRolledBack: false,
      });
      changed(operationId);
    },
    /** Records that a message of an operation is in the tree of an epoch, which is a stage. */
    collect(operationId: Hex, epoch: Operation['epochs'][number], stage: Stage, atMs: number): void {
      const operation = known(operationId);
      const epochs = isLast(operation.epochs, epoch) ? operation.epochs : operation.epochs.concat(epoch);
      if (isBefore(operation.record.stage, stage)) move(operation, stage, true, atMs, {}, epochs);
      else replace(operation, {}, { epochs });
    },
    /** Records that an operation reached a stage. A stage that it already reached or passed changes nothing. */
    reach(operationId: Hex, stage: Stage, atMs: number): void {
      const operation = known(operationId);
      if (isBefore(operation.record.stage, stage)) move(operation, stage, true, atMs);
    },
    /** Records that an operation is back at a stage, and that one of its transactions was reverted. */
    goBack(operationId: Hex, stage: Stage, undone: Hex | undefined, atMs: number): void {
      const operation = known(operationId);
      const transactions = operation.record.transactions.filter(({ hash }) => hash !== undone);
      // For the second message of an operation, it is already back.
      if (operation.record.stage === stage) replace(operation, { transactions });
      else move(operation, stage, true, atMs, { transactions });
    },
    /** Records that an operation failed on its way to the next stage. */
    fail(operationId: Hex, note: InclusionNote, atMs: number): void {
      const operation = known(operationId);
      move(operation, operation.record.stage, false, atMs, { note });
    },
    /** Records that the assets of an operation are on their way back. */
    rollBack: (operationId: Hex): void => replace(known(operationId), {}, { isRolledBack: true }),
    /** Adds a note to an operation that has not failed. */
    annotate: (operationId: Hex, note: InclusionNote): void => replace(known(operationId), { note }),
    addTransaction(operationId: Hex, transaction: InclusionTransaction): void {
      const operation = known(operationId);
      replace(operation, { transactions: operation.record.transactions.concat(transaction) });
    },
  };
}

/** The changes of a record. Undefined leaves a member unchanged. */
type Changed<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };

interface Moment {
  readonly timestamp: bigint;
  readonly entry: LocalOperation['history'][number];
}

/** Creates the timestamp of a moment. All operations of an epoch reach it together and share the last one. */
function createMoments(startedAtMs: number): { at(stage: Stage, success: boolean, atMs: number): Moment } {
  let last: Moment | undefined;
  return {
    at(stage, success, sinceStartMs) {
      const atMs = Math.floor(startedAtMs + sinceStartMs);
      const { entry } = last ?? {};
      if (last && entry?.stage === stage && entry.success === success && entry.atMs === atMs) return last;
      last = { timestamp: BigInt(Math.floor(atMs / 1000)), entry: { stage, success, atMs } };
      return last;
    },
  };
}

function isBefore(stage: Stage, other: Stage): boolean {
  return defaultConventions.stages.indexOf(stage) < defaultConventions.stages.indexOf(other);
}

function isLast(
  epochs: Operation['epochs'],
  { direction, epoch }: { direction: Direction; epoch: number },
): boolean {
  const last = epochs.at(-1);
  return last?.direction === direction && last.epoch === epoch;
}
