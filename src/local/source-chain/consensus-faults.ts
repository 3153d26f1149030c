import type { Hex } from '../evm/destination-chain.js';
import type { Direction } from './direction.js';

/** What goes wrong while the validators agree on the root of an epoch with some operations. */
export interface ConsensusFaults {
  /** How much longer they take, in milliseconds. */
  delayMs(direction: Direction, operationIds: readonly Hex[]): number;
  /** Whether one validator too few votes. */
  missesQuorum(direction: Direction, operationIds: readonly Hex[]): boolean;
}
