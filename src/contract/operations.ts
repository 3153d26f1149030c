import type { ChainNames } from './chains.js';

/** The two operations that the interface shows (section 4). */
export type OperationName = 'simulate' | 'inclusion';

/** Path of "simulate a cross-chain call" under the simulator's base URL. Section 4.1. */
export function simulatePath({ alpha }: ChainNames): string {
  return `/${alpha}/simulator/simulate-message`;
}

/** Path of "check whether the Merkle root is set" under the observer's base URL. Section 4.2. */
export function inclusionPath({ beta }: ChainNames): string {
  return `/${beta}/observer/is-message-included-in-consensus`;
}
