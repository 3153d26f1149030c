import type { PhaseName } from '../../checks/case/case-plan.js';
import type { Shard } from '../campaign-event.js';
import type { BudgetedPhase } from './phase-budgets.js';
import { type IndexedCase, phaseCases } from './phase-cases.js';
import { shardCaseCount } from './shard-cases.js';

/** A case, the phase it is of, and its index there. */
export interface CampaignCase extends IndexedCase {
  readonly phase: PhaseName;
}

/** Whose cases are run, and what they are derived from. */
interface CampaignCasesParts {
  readonly phases: readonly BudgetedPhase[];
  readonly seed: number;
  readonly shard: Shard;
  /** Whether operations are known, which the phase `stateful` polls. */
  readonly pollsOperations: boolean;
}

/**
 * Gives the cases of a campaign, phase by phase. Operations move on while it runs, so their polls are spread over all of
 * it: between the cases of the other phases come those of the phase `stateful`, and at its own turn only its share.
 */
export class CampaignCases {
  readonly #parts: CampaignCasesParts;
  readonly #polls: Iterator<CampaignCase>;
  /** How many polls there are beside those of their own turn, and how many cases of other phases. */
  readonly #spread: { readonly polls: number; readonly others: number };
  #othersSoFar = 0;
  #pollsBetween = 0;

  constructor(parts: CampaignCasesParts) {
    const { phases, shard, pollsOperations } = parts;
    const count = (isStateful: boolean): number =>
      phases
        .filter(({ phase }) => (phase.name === 'stateful') === isStateful)
        .reduce((sum, { cases }) => sum + shardCaseCount(cases, shard), 0);
    const [polls, others] = [count(true), count(false)];
    const ofOwnTurn = pollsOperations ? Math.ceil(polls ** 2 / Math.max(1, polls + others)) : polls;
    this.#parts = parts;
    this.#spread = { polls: polls - ofOwnTurn, others };
    this.#polls = this.#allPolls();
  }

  /** The cases of one phase and what comes between them. To be called for each phase once, in their order. */
  *of(budgeted: BudgetedPhase): Generator<CampaignCase> {
    const { polls, others } = this.#spread;
    if (budgeted.phase.name === 'stateful') {
      const all = shardCaseCount(budgeted.cases, this.#parts.shard);
      yield* this.#next(all - polls);
      return;
    }
    for (const one of this.#phaseCases(budgeted)) {
      yield one;
      this.#othersSoFar++;
      const due = Math.floor((this.#othersSoFar * polls) / others);
      const count = due - this.#pollsBetween;
      this.#pollsBetween = due;
      yield* this.#next(count);
    }
  }

  *#next(count: number): Generator<CampaignCase> {
    for (let left = count; left > 0; left--) {
      const { value, done } = this.#polls.next();
      if (done) return;
      yield value;
    }
  }

  *#allPolls(): Generator<CampaignCase> {
    for (const budgeted of this.#parts.phases)
      if (budgeted.phase.name === 'stateful') yield* this.#phaseCases(budgeted);
  }

  *#phaseCases({ phase, cases }: BudgetedPhase): Generator<CampaignCase> {
    const { seed, shard } = this.#parts;
    const indices = { first: shard.index, step: shard.count, end: cases };
    for (const indexed of phaseCases(phase, seed, indices)) yield { ...indexed, phase: phase.name };
  }
}
