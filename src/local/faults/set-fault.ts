import type { FaultKind } from './fault-kind.js';
import { faultKinds } from './fault-kinds.js';
import type { AppliedFault, FaultRule } from './fault-rule.js';
import { ReportedOperations } from './reported-operations.js';
import type { RetainedSimulations } from './retained-simulations.js';
import type { SeededRandom } from './seeded-random.js';
import type { ServiceCall } from './service-answer.js';
import type { ShownOperations } from './shown-operations.js';

/** What changes in a fault that is set. */
interface FaultState {
  readonly random: SeededRandom;
  /** What answers have shown since it was set; only faults of histories are told. */
  readonly shown: ShownOperations;
  /** What was to be told of operations since it was set; only faults of records are told. */
  readonly told?: ReportedOperations | undefined;
  /** What requests have left behind since it was set; only of faults that let them. Default: nothing. */
  readonly left?: RetainedSimulations | undefined;
  readonly triggered: number;
}

/** A fault that is set. */
export class SetFault {
  readonly faultId: string;
  readonly kind: FaultKind;
  readonly shown: ShownOperations;
  readonly told: ReportedOperations;
  /** Replaced with every request that is read. */
  left: RetainedSimulations;
  readonly #rule: FaultRule;
  readonly #operationId: string | undefined;
  readonly #random: SeededRandom;
  #triggered: number;

  constructor(faultId: string, rule: FaultRule, { random, shown, told, left = {}, triggered }: FaultState) {
    this.faultId = faultId;
    this.kind = faultKinds[rule.fault];
    this.shown = shown;
    this.told = told ?? new ReportedOperations();
    this.left = left;
    this.#rule = rule;
    this.#operationId = rule.operationId?.toLowerCase();
    this.#random = random;
    this.#triggered = triggered;
  }

  get ms(): number {
    return this.#rule.ms ?? this.kind.defaultMs ?? 0;
  }

  get isOver(): boolean {
    return this.#triggered >= (this.#rule.times ?? Number.POSITIVE_INFINITY);
  }

  get applied(): AppliedFault {
    return { ...this.#rule, faultId: this.faultId, triggered: this.#triggered };
  }

  is(name: FaultRule['fault']): boolean {
    return this.#rule.fault === name;
  }

  /** Whether the rule is for this endpoint and this operation. */
  concerns({ endpoint, operationId }: ServiceCall): boolean {
    if (!this.kind.endpoints.includes(endpoint)) return false;
    if (this.#rule.endpoint !== undefined && this.#rule.endpoint !== endpoint) return false;
    return this.#operationId === undefined || this.#operationId === operationId;
  }

  /** Whether the rule is for one of these operations. */
  concernsOneOf(operationIds: readonly string[]): boolean {
    return this.#operationId === undefined || operationIds.includes(this.#operationId);
  }

  /** Returns whether it triggers this time, by its probability. */
  isDrawn(): boolean {
    const { probability = 1 } = this.#rule;
    return probability === 1 || this.#random.draw() < probability;
  }

  /** The next number from 0 to below 1. */
  readonly draw = (): number => this.#random.draw();

  countTrigger(): void {
    this.#triggered++;
  }

  /** Another one that goes on from where this one is. */
  copy(): SetFault {
    const state = {
      random: this.#random.copy(),
      shown: this.shown.copy(),
      told: this.told.copy(),
      left: this.left,
      triggered: this.#triggered,
    };
    return new SetFault(this.faultId, this.#rule, state);
  }
}
