import type { Hex } from '../evm/destination-chain.js';

/** The validators' votes for the roots of a chain's epochs. */
export interface RootVotes {
  /** Gives a validator's one vote for an epoch; a second one does not count. */
  vote(epoch: bigint, root: Hex, validator: number): void;
  /** The root that a quorum agreed on, or undefined before that. */
  rootOf(epoch: bigint): Hex | undefined;
}

/** Creates the votes of a chain that sets a root once so many validators have voted for the same one. */
export function createRootVotes(quorum: number): RootVotes {
  const votes = new Map<bigint, Map<number, Hex>>();
  const roots = new Map<bigint, Hex>();
  return {
    vote(epoch, root, validator) {
      const ofEpoch = votes.get(epoch) ?? new Map<number, Hex>();
      if (roots.has(epoch) || ofEpoch.has(validator)) return;
      votes.set(epoch, ofEpoch.set(validator, root));
      if ([...ofEpoch.values()].filter((voted) => voted === root).length < quorum) return;
      roots.set(epoch, root);
      votes.delete(epoch);
    },
    rootOf: (epoch) => roots.get(epoch),
  };
}
