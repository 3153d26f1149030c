import type { PhaseName } from '../case/case-plan.js';
import { type Shard, shardCaseCount } from './model/campaign-event.js';
import type { PhaseSelection } from './model/campaign-options.js';
import type { Phase, PhaseCase } from './phases/phase.js';

/**
 * How the generated phases share the cases that the listed phases leave, in proportion to each other. A phase that does not
 * run, such as `endpoints` without custom endpoints, gets none.
 */
const shares: Readonly<Partial<Record<PhaseName, number>>> = {
  valid: 30,
  invalid: 30,
  metamorphic: 25,
  stateful: 10,
  wire: 5,
  endpoints: 25,
};

/** A phase and the number of its cases, for all shards together. */
export interface BudgetedPhase {
  readonly phase: Phase;
  readonly cases: number;
}

/**
 * Distributes the cases of a campaign among its phases. Smoke, corpus and coverage have fixed sizes. If cases are few,
 * coverage gets at most half of them, so that some are generated. A phase with a requested number of cases gets it.
 *
 * @param phases - The phases to run, in order.
 * @param asked - The requested numbers of cases.
 */
export function phaseBudgets(
  phases: readonly Phase[],
  cases: number,
  asked: PhaseSelection,
): BudgetedPhase[] {
  const budgets = new Map<Phase, number>();
  let left = cases;
  const give = (phase: Phase, wanted: number): void => {
    const given = Math.min(wanted, phase.size);
    budgets.set(phase, given);
    left = Math.max(0, left - given);
  };
  const others: Phase[] = [];
  for (const phase of phases) {
    const count = asked[phase.name];
    if (typeof count === 'number') give(phase, count);
    else others.push(phase);
  }
  const generated = others.filter((phase) => !isListed(phase));
  for (const phase of others.filter(isListed)) {
    const isHalved = phase.name === 'coverage' && generated.length > 0;
    give(phase, isHalved ? Math.ceil(left / 2) : left);
  }
  shareOut(generated, left, give);
  return phases
    .map((phase) => ({ phase, cases: budgets.get(phase) ?? 0 }))
    .filter((budget) => budget.cases > 0);
}

function isListed({ size }: Phase): boolean {
  return Number.isFinite(size);
}

/** Gives each phase its share of the remaining cases, so that rounding loses none. */
function shareOut(
  phases: readonly Phase[],
  cases: number,
  give: (phase: Phase, cases: number) => void,
): void {
  let left = cases;
  let parts = phases.reduce((sum, { name }) => sum + (shares[name] ?? 0), 0);
  for (const phase of phases) {
    const share = shares[phase.name] ?? 0;
    const given = Math.round((left * share) / Math.max(1, parts));
    give(phase, given);
    left -= given;
    parts -= share;
  }
}

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
      shardCasesOf(
        phases.filter(({ phase }) => (phase.name === 'stateful') === isStateful),
        shard,
      );
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

/** Returns how many cases of all phases a shard runs. */
export function shardCasesOf(phases: readonly BudgetedPhase[], shard: Shard): number {
  return phases.reduce((sum, { cases }) => sum + shardCaseCount(cases, shard), 0);
}
