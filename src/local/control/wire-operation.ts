import type { Dialect } from '../../contract/dialect.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { LocalOperation } from '../local-control.js';
import type { Stage } from '../source-chain/operation-ledger.js';
import type { WireNames } from '../wire-names.js';

/** An operation as a deployment writes it, with its own names. */
export interface WireOperation extends Omit<LocalOperation, 'request' | 'stage' | 'history'> {
  readonly request: Record<string, unknown>;
  readonly stage: string;
  readonly history: readonly { readonly stage: string; readonly success: boolean; readonly atMs: number }[];
}

/** Writes an operation with the names of a deployment. */
export function toWireOperation(
  operation: LocalOperation,
  names: WireNames,
  dialect: Dialect,
): WireOperation {
  return {
    ...operation,
    request: dialect.toWireRequest(operation.request),
    stage: names.stage(operation.stage),
    transactions: operation.transactions.map(names.transaction),
    history: operation.history.map((change) => ({ ...change, stage: names.stage(change.stage) })),
  };
}

/** Reads an operation with the names of a deployment. */
export function fromWireOperation(
  operation: WireOperation,
  names: WireNames,
  dialect: Dialect,
): LocalOperation {
  const stageOf = (name: string): Stage => names.stageOf(name) ?? (name as Stage);
  return {
    ...operation,
    request: dialect.fromWireRequest(operation.request) as LooseSimulationRequest,
    stage: stageOf(operation.stage),
    transactions: operation.transactions.map(names.transactionOf),
    history: operation.history.map((change) => ({ ...change, stage: stageOf(change.stage) })),
  };
}
