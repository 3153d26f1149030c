import * as AbiError from 'ox/AbiError';
import type { ExecutionErrorName } from '../../local-control.js';
import { crossChainLayerAbi } from '../artifacts/cross-chain-layer.js';
import type { ExecutionError, Hex } from '../destination-chain.js';
import type { CallFailure } from '../engine/engine.js';

const nameOf: Record<string, ExecutionErrorName> = {
  AlreadyExecuted: 'MessageAlreadyProcessed',
  InvalidMerkleProof: 'InvalidMerkleProof',
  RootNotSet: 'InvalidMerkleProof',
  UnknownToken: 'TokenNotExist',
  TargetOutOfGas: 'NotEnoughGas',
};
const nameBySelector = new Map<string, ExecutionErrorName | undefined>(
  crossChainLayerAbi
    .filter((item) => item.type === 'error')
    .map((error) => [AbiError.getSelector(error), nameOf[error.name]]),
);

/**
 * Describes why an execution failed.
 *
 * @param explain - Makes a text of the revert's data.
 */
export async function executionError(
  { data, isOutOfGas }: CallFailure,
  explain: (data: Hex) => Promise<string>,
): Promise<ExecutionError> {
  if (isOutOfGas) return { text: 'out of gas', data, errorName: 'NotEnoughGas' };
  const errorName = nameBySelector.get(data.slice(0, 10)) ?? 'ProxyCallError';
  return { text: await explain(data), data, errorName };
}
