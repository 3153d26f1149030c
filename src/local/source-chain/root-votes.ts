import type { Hex } from '../evm/json-rpc.js';

/** The validators' votes for the roots of a chain's epochs. */
export interface RootVotes {
  /** Casts a validator's vote for an epoch. Only the first one counts. */
  vote(epoch: bigint, root: Hex, validator: number): void;
  /** The root that a quorum agreed on, or undefined before that. */
  rootOf(epoch: bigint): Hex | undefined;
  /** Changes how many validators must agree. Roots that are set remain. */
  setQuorum(quorum: number): void;
  /** Withdraws the root of an epoch, which never gets another one. */
  withdraw(epoch: bigint): void;
  /** Takes a snapshot. The returned function restores it and can be called repeatedly. */
  snapshot(): () => void;
}

interface Votes {
  readonly quorum: number;
  readonly votes: Map<bigint, ReadonlyMap<number, Hex>>;
  readonly roots: Map<bigint, Hex | 'withdrawn'>;
}

/** Creates the votes of a chain that sets a root when this number of validators have voted for it. */
export function createRootVotes(quorum: number): RootVotes {
  let state: Votes = { quorum, votes: new Map(), roots: new Map() };
  return {
    vote(epoch, root, validator) {
      const { votes, roots } = state;
      const given = votes.get(epoch);
      if (roots.has(epoch) || given?.has(validator)) return;
      const ofEpoch = new Map(given).set(validator, root);
      votes.set(epoch, ofEpoch);
      if ([...ofEpoch.values()].filter((voted) => voted === root).length < state.quorum) return;
      roots.set(epoch, root);
      votes.delete(epoch);
    },
    rootOf(epoch) {
      const root = state.roots.get(epoch);
      return root === 'withdrawn' ? undefined : root;
    },
    setQuorum(changed) {
      state = { ...state, quorum: changed };
    },
    withdraw: (epoch) => void state.roots.set(epoch, 'withdrawn'),
    snapshot() {
      const kept = copyOf(state);
      return () => {
        state = copyOf(kept);
      };
    },
  };
}

function copyOf({ quorum, votes, roots }: Votes): Votes {
  return { quorum, votes: new Map(votes), roots: new Map(roots) };
}
