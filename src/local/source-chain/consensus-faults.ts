import type { Hex } from '../evm/json-rpc.js';
import type { Direction } from './direction.js';

/** Faults of the vote on the root of an epoch. */
export interface ConsensusFaults {
  /** The delay of the vote, in milliseconds. */
  delayMs(direction: Direction, operationIds: readonly Hex[]): number;
  /** Whether the quorum is missed by one vote. */
  missesQuorum(direction: Direction, operationIds: readonly Hex[]): boolean;
}
