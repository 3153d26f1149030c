import { isDeepStrictEqual } from 'node:util';
import { jsonText, parseLosslessJson } from '../../contract/json.js';
import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';
import type { Fault, FaultOf } from './fault.js';
import type { RecordMemory, RecordNames, RequestMemory } from './fault-memory.js';
import type { AppliedFault, FaultRule } from './fault-rule.js';
import { faultsByName } from './known-faults.js';
import type { SeededRandom } from './seeded-random.js';
import type { ServiceCall } from './service-answer.js';

/** The faults that are set, in the order in which they were set. */
export class SetFaults {
  readonly names: RecordNames;
  #all: readonly SetFault[] = [];
  #active: readonly SetFault[] = [];

  constructor(names: RecordNames) {
    this.names = names;
  }

  get all(): readonly SetFault[] {
    return this.#all;
  }

  /** Those that are not over. */
  get active(): readonly SetFault[] {
    return this.#active;
  }

  /** Returns those of one family that are not over and concern a call. */
  activeOf<Family extends Fault['family']>(
    family: Family,
    call: ServiceCall,
  ): { readonly set: SetFault; readonly fault: FaultOf<Family> }[] {
    return this.#active
      .filter((set) => set.fault.family === family && set.concerns(call))
      .map((set) => ({ set, fault: set.fault as FaultOf<Family> }));
  }

  replace(faults: readonly SetFault[]): void {
    this.#all = faults;
    this.#active = faults.filter(({ isOver }) => !isOver);
  }

  /** @throws {UsageError} if there is none with this id. */
  remove(faultId: string): void {
    const others = this.#all.filter((set) => set.faultId !== faultId);
    if (others.length === this.#all.length)
      throw new UsageError(`There is no fault ${formatText(faultId)}; it may already be cleared`);
    this.replace(others);
  }

  /** Returns the effect of the first active fault that triggers, and counts it. */
  trigger<Effect>(
    mayTrigger: (set: SetFault) => boolean,
    effectOf: (set: SetFault) => Effect | undefined,
  ): Effect | undefined {
    for (const set of this.#active) {
      if (!mayTrigger(set) || !set.isTriggered()) continue;
      const effect = effectOf(set);
      if (effect === undefined) continue;
      set.countTrigger();
      if (set.isOver) this.replace(this.#all);
      return effect;
    }
    return undefined;
  }

  /**
   * Does the same for the faults of one family that concern a call.
   *
   * @param before - The value to change, if any. A fault that does not change it does not trigger.
   */
  triggerCall<Family extends Fault['family'], Effect>(
    family: Family,
    call: ServiceCall,
    before: unknown,
    effectOf: (fault: FaultOf<Family>, set: SetFault) => Effect | undefined,
  ): Effect | undefined {
    return this.trigger(
      (set) => set.fault.family === family && set.concerns(call),
      (set) => {
        const effect = effectOf(set.fault as FaultOf<Family>, set);
        return effect === undefined || (before !== undefined && isSame(before, effect)) ? undefined : effect;
      },
    );
  }
}

/** Returns whether two values are the same JSON, whatever the order of their members. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(written(one), written(other));
}

function written(value: unknown): unknown {
  return parseLosslessJson(jsonText(value));
}

/** What changes in a fault that is set. */
interface FaultState {
  readonly random: SeededRandom;
  /** The requests since it was set; only faults of the families leak and succession remember them. */
  readonly requests: RequestMemory;
  /** The answers since it was set; only faults of the families record and history remember them. */
  readonly records: RecordMemory;
  readonly triggered: number;
}

/** A fault that is set. */
export class SetFault {
  readonly faultId: string;
  readonly fault: Fault;
  readonly records: RecordMemory;
  requests: RequestMemory;
  readonly #rule: FaultRule;
  readonly #operationId: string | undefined;
  readonly #random: SeededRandom;
  #triggered: number;

  constructor(faultId: string, rule: FaultRule, { random, requests, records, triggered }: FaultState) {
    this.faultId = faultId;
    this.fault = faultsByName[rule.fault];
    this.records = records;
    this.requests = requests;
    this.#rule = rule;
    this.#operationId = rule.operationId?.toLowerCase();
    this.#random = random;
    this.#triggered = triggered;
  }

  get ms(): number {
    return this.#rule.ms ?? this.fault.defaultMs ?? 0;
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

  /** Returns whether the rule is for this endpoint and this operation. */
  concerns({ endpoint, operationId }: ServiceCall): boolean {
    if (!this.fault.endpoints.includes(endpoint)) return false;
    if (this.#rule.endpoint !== undefined && this.#rule.endpoint !== endpoint) return false;
    return this.#operationId === undefined || this.#operationId === operationId;
  }

  /** Returns whether the rule is for one of these operations. */
  concernsOneOf(operationIds: readonly string[]): boolean {
    return this.#operationId === undefined || operationIds.includes(this.#operationId);
  }

  /** Returns whether it triggers this time, by its probability. */
  isTriggered(): boolean {
    const { probability = 1 } = this.#rule;
    return probability === 1 || this.random() < probability;
  }

  /** Returns the next number from 0 to below 1. */
  readonly random = (): number => this.#random.next();

  countTrigger(): void {
    this.#triggered++;
  }

  /** Returns a copy that continues from the current state. */
  copy(): SetFault {
    return new SetFault(this.faultId, this.#rule, {
      random: this.#random.copy(),
      requests: this.requests,
      records: this.records.copy(),
      triggered: this.#triggered,
    });
  }
}
