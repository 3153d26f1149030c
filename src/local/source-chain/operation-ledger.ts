import { practice } from '../../contract/conventions.js';
import type { InclusionNote, InclusionTransaction } from '../../contract/inclusion-schema.js';
import type { Hex } from '../evm/destination-chain.js';

/** A stage of an operation, in the order in which they are reached. Source: practice. */
export type Stage =
  | 'start'
  | 'collectedInALPHA'
  | 'includedInALPHAConsensus'
  | 'executedInALPHA'
  | 'collectedInBETA'
  | 'includedInBETAConsensus'
  | 'executedInBETA';

/** What the observer knows of an operation (section 2.3), with neutral chain names. Never changed, only replaced. */
export interface OperationRecord {
  readonly note: InclusionNote | null;
  readonly stage: Stage;
  /** Whether the operation has not failed on its way to the next stage. */
  readonly success: boolean;
  /** When the stage, or the success, last changed, in unix seconds. */
  readonly timestamp: bigint;
  readonly transactions: readonly InclusionTransaction[];
}

/** The records of all operations. Times are in milliseconds after the chain's start. */
export interface OperationLedger {
  get(operationId: string): OperationRecord | undefined;
  /** Opens the record of a new operation with the transaction that submitted it. */
  open(operationId: Hex, submission: InclusionTransaction, atMs: number): void;
  /** Notes that an operation reached a stage; one that it already reached or passed changes nothing. */
  reach(operationId: Hex, stage: Stage, atMs: number): void;
  /** Notes that an operation failed on its way to the next stage. */
  fail(operationId: Hex, note: InclusionNote, atMs: number): void;
  /** Adds a note to an operation that is as it should be. */
  annotate(operationId: Hex, note: InclusionNote): void;
  addTransaction(operationId: Hex, transaction: InclusionTransaction): void;
}

/** Creates the empty ledger of a chain that started at a moment of unix time, in milliseconds. */
export function createOperationLedger(startedAtMs: number): OperationLedger {
  const records = new Map<string, OperationRecord>();
  const timestampOf = (atMs: number): bigint => BigInt(Math.floor((startedAtMs + atMs) / 1000));

  function change(operationId: Hex, changes: Partial<OperationRecord>): void {
    records.set(operationId, { ...recordOf(operationId), ...changes });
  }

  function recordOf(operationId: Hex): OperationRecord {
    return records.get(operationId) as OperationRecord;
  }

  return {
    get: (operationId) => records.get(operationId),
    open(operationId, submission, atMs) {
      const timestamp = timestampOf(atMs);
      const transactions = [submission];
      records.set(operationId, { note: null, stage: 'start', success: true, timestamp, transactions });
    },
    reach(operationId, stage, atMs) {
      if (orderOf(stage) > orderOf(recordOf(operationId).stage))
        change(operationId, { stage, timestamp: timestampOf(atMs) });
    },
    fail: (operationId, note, atMs) =>
      change(operationId, { note, success: false, timestamp: timestampOf(atMs) }),
    annotate: (operationId, note) => change(operationId, { note }),
    addTransaction(operationId, transaction) {
      change(operationId, { transactions: [...recordOf(operationId).transactions, transaction] });
    },
  };
}

function orderOf(stage: Stage): number {
  return practice.stages.indexOf(stage);
}
