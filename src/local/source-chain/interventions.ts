import { defaultConventions } from '../../contract/conventions.js';
import { UsageError } from '../../errors.js';
import type { ExecutionErrorName } from '../local-control.js';
import type { ChainState } from './chain-state.js';
import type { Operation } from './operation-ledger.js';
import { canRollBack, type Relays } from './relays.js';

const delivered = defaultConventions.stages.indexOf('executedInALPHA');

/** Makes the next execution of an operation fail, see `SourceChain.failExecution`. */
export function failExecution(state: ChainState, operationId: string, errorName: ExecutionErrorName): void {
  const { record } = known(state, operationId);
  if (!record.success) throw new UsageError(`${operationId} has already failed`);
  if (defaultConventions.stages.indexOf(record.stage) >= delivered)
    throw new UsageError(`${operationId} is already executed`);
  state.failures.set(operationId, errorName);
}

/** Sends the assets of a failed operation back, see `SourceChain.rollBack`. */
export function rollBack(state: ChainState, relays: Relays, operationId: string, atMs: number): void {
  const operation = known(state, operationId);
  if (operation.isRolledBack) throw new UsageError(`${operationId} is already rolled back`);
  if (operation.record.success) throw new UsageError(`${operationId} did not fail`);
  if (!canRollBack(operation))
    throw new UsageError(`${operationId} has no assets, so there is nothing to roll back`);
  relays.rollBack(operation, atMs);
}

/** Withdraws the newest root that includes a message of an operation, see `SourceChain.reorganise`. */
export async function reorganise(
  state: ChainState,
  relays: Relays,
  operationId: string,
  atMs: number,
): Promise<void> {
  const { epochs } = known(state, operationId);
  const place = epochs.findLast(({ direction, epoch }) => state[direction].ended.get(epoch)?.state === 'set');
  if (place === undefined)
    throw new UsageError(`There is no root to withdraw: none includes a message of ${operationId}`);
  await relays.reorganise(place.direction, place.epoch, atMs);
}

function known(state: ChainState, operationId: string): Operation {
  const operation = state.operations.get(operationId);
  if (operation === undefined) throw new UsageError(`There is no operation ${operationId}`);
  return operation;
}
