import type { Random } from 'fast-check';
import type { InclusionState } from '../../../contract/conventions.js';
import { pick } from '../../drawing/pick.js';
import type { InclusionHistoryKind } from './history-kinds.js';

type State = InclusionState | undefined;

/** Makes a timestamp decrease or a transaction vanish, from some answer on, where that is the kind of the history. */
export function withFault(
  random: Random,
  kind: InclusionHistoryKind,
  states: readonly State[],
): readonly State[] {
  if (kind !== 'timestamp-decreased' && kind !== 'transaction-vanished') return states;
  const enough = states.length === 1 ? [...states, ...states] : states;
  if (enough.length === 0) return enough;
  const from = random.nextInt(1, enough.length - 1);
  const [before, after] = enough.slice(from - 1);
  const change = kind === 'timestamp-decreased' ? decrease(random, before, after) : vanish(random, before);
  return enough.map((state, index) => (state === undefined || index < from ? state : change(state)));
}

/** All later timestamps are moved by as much, so that there is one step back and no more. */
function decrease(random: Random, before: State, after: State): (state: InclusionState) => InclusionState {
  const gap = (after?.timestamp ?? 0n) - (before?.timestamp ?? 0n);
  const shift = gap + pick(random, [1n, random.nextBigInt(1n, 1_000_000n)]);
  return (state) => ({ ...state, timestamp: (state.timestamp ?? 0n) - shift });
}

/** Out of the list: an answer that does not mention its transactions at all says nothing of them. */
function vanish(random: Random, before: State): (state: InclusionState) => InclusionState {
  const lost = pick(random, before?.transactions ?? []);
  return (state) => ({
    ...state,
    transactions: (state.transactions ?? []).filter(({ hash }) => hash !== lost?.hash),
  });
}
