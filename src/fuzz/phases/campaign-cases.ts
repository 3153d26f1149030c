import type { PhaseName } from '../../checks/case/case-plan.js';
import type { Shard } from '../campaign-event.js';
import type { Phase, PhaseCase } from './phase.js';
import type { BudgetedPhase } from './phase-budgets.js';

/** A case, its phase, and its index in the phase. */
export interface CampaignCase extends IndexedCase {
  readonly phase: PhaseName;
}

/** The phases of a campaign, and what their cases are derived from. */
interface CampaignCasesParts {
  readonly phases: readonly BudgetedPhase[];
  readonly seed: number;
  readonly shard: Shard;
  /** Whether there are known operations, which the phase `stateful` polls. */
  readonly pollsOperations: boolean;
}

/**
 * Returns the cases of a campaign, phase by phase. Operations progress while it runs, so polls are spread over the whole
 * campaign: cases of the phase `stateful` come between those of the other phases, and only a share at its own turn.
 */
export class CampaignCases {
  readonly #parts: CampaignCasesParts;
  readonly #polls: Iterator<CampaignCase>;
  /** The number of polls outside their own turn, and of cases of other phases. */
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

  /** Returns the cases of one phase and the polls between them. Call it once for each phase, in order. */
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

/** A case and its index in its phase. */
interface IndexedCase {
  readonly index: number;
  readonly phaseCase: PhaseCase;
}

/** The indices of cases: `first`, and every `step`th one after it below `end`. */
interface CaseIndices {
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** How many cases are generated at a time: generating them one by one between requests would use the processor's caches badly. */
const generatedAtOnce = 16;

/** Returns the cases of a phase at these indices, in order, a few of them generated ahead. */
export function* phaseCases(
  phase: Phase,
  seed: number,
  { first, step, end }: CaseIndices,
): Generator<IndexedCase> {
  for (let index = first; index < end; ) {
    const generated: IndexedCase[] = [];
    for (; generated.length < generatedAtOnce && index < end; index += step)
      generated.push({ index, phaseCase: phase.caseAt(seed, index) });
    yield* generated;
  }
}

/** Returns how many of the cases a shard runs: those at its index and every `count`th after it. */
export function shardCaseCount(cases: number, { index, count }: Shard): number {
  return Math.max(0, Math.ceil((cases - index) / count));
}
