import { UsageError } from '../../src/errors.js';
import type { Hex } from '../../src/local/evm/destination-chain.js';

/** The votes and roots of a layer, in this process. */
export interface InMemoryRoots {
  readonly quorum: number;
  vote(epoch: bigint, root: Hex, validator: number): void;
  rootOf(epoch: bigint): Hex | undefined;
  withdraw(epoch: bigint): void;
  setQuorum(quorum: number): void;
  snapshot(): () => void;
}

interface State {
  readonly quorum: number;
  /** By epoch and validator. */
  readonly votes: ReadonlyMap<string, Hex>;
  readonly roots: ReadonlyMap<bigint, Hex>;
  readonly withdrawn: ReadonlySet<bigint>;
}

/** Creates votes that follow the rules of the layer's contract. */
export function createInMemoryRoots(validators: number, quorum: number): InMemoryRoots {
  let state: State = { quorum, votes: new Map(), roots: new Map(), withdrawn: new Set() };
  return {
    get quorum() {
      return state.quorum;
    },
    vote(epoch, root, validator) {
      if (validator >= validators) throw new UsageError(`There is no validator ${validator}.`);
      if (state.votes.has(`${epoch} ${validator}`)) throw new UsageError('Has already voted.');
      const votes = new Map(state.votes).set(`${epoch} ${validator}`, root);
      state = { ...state, votes };
      const agreeing = [...votes].filter(([key, voted]) => key.startsWith(`${epoch} `) && voted === root);
      if (agreeing.length < state.quorum || state.roots.has(epoch) || state.withdrawn.has(epoch)) return;
      state = { ...state, roots: new Map(state.roots).set(epoch, root) };
    },
    rootOf: (epoch) => state.roots.get(epoch),
    withdraw(epoch) {
      if (!state.roots.has(epoch)) throw new UsageError(`Epoch ${epoch} has no root.`);
      const roots = new Map(state.roots);
      roots.delete(epoch);
      state = { ...state, roots, withdrawn: new Set(state.withdrawn).add(epoch) };
    },
    setQuorum(changed) {
      if (changed < 1 || changed > validators) throw new UsageError(`There is no quorum of ${changed}.`);
      state = { ...state, quorum: changed };
    },
    snapshot() {
      const kept = state;
      return () => {
        state = kept;
      };
    },
  };
}
