import { UsageError } from '../../errors.js';
import type { EpochRoot, LocalOperation, OperationsQuery } from '../local-control.js';
import type { ChainState } from './chain-state.js';
import type { Operation } from './operation-ledger.js';

const usualLimit = 100;
const highestLimit = 1000;

/**
 * Lists operations, newest first.
 *
 * @throws {UsageError} if `before` is not an operation.
 */
export function listOperations(
  { operations }: ChainState,
  { stage, limit = usualLimit, before }: OperationsQuery = {},
): LocalOperation[] {
  const end = before === undefined ? operations.size : operations.get(before)?.index;
  if (end === undefined) throw new UsageError(`There is no operation ${before}`);
  const older = [...operations.values()].slice(0, end).reverse();
  const wanted = stage === undefined ? older : older.filter(({ record }) => record.stage === stage);
  return wanted.slice(0, Math.min(limit, highestLimit)).map(localOperationOf);
}

/** Describes an operation. Returns a copy, so that changes do not affect the chain. */
export function localOperationOf(operation: Operation): LocalOperation {
  const { operationId, requestText, record, history, epochs } = operation;
  const { stage, success, note, transactions } = record;
  const request = JSON.parse(requestText) as LocalOperation['request'];
  return structuredClone({ operationId, request, stage, success, note, transactions, history, epochs });
}

/** Lists the roots of all epochs that ended with messages, newest first. */
export function listRoots({ outbound, inbound }: ChainState, startedAtMs: number): EpochRoot[] {
  const directions = { outbound: outbound.ended, inbound: inbound.ended } as const;
  return (['outbound', 'inbound'] as const)
    .flatMap((direction) =>
      [...directions[direction].values()].map(({ epoch, tree, state, endedMs }) => ({
        direction,
        epoch,
        root: tree.root,
        messages: tree.size,
        state,
        endedAtMs: Math.floor(startedAtMs + endedMs),
      })),
    )
    .sort((one, other) => other.endedAtMs - one.endedAtMs || other.epoch - one.epoch);
}
