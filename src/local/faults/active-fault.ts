import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Fault, FaultMemory, type ServiceCall } from './fault.js';
import type { AppliedFault } from './fault-rule.js';
import type { Interceptor } from './interceptor.js';

/** The rule of a fault, or the limits of an interceptor. */
export type ActiveRule = Omit<AppliedFault, 'faultId' | 'triggered'>;

/** What a rule applies: a fault or an interceptor. */
export interface Behaviour {
  readonly fault?: Fault | undefined;
  readonly interceptor?: Interceptor | undefined;
}

/** A fault or an interceptor that is set. */
export class ActiveFault {
  readonly faultId: string;
  readonly fault: Fault | undefined;
  readonly interceptor: Interceptor | undefined;
  readonly memory: FaultMemory;
  triggered: number;
  readonly #rule: ActiveRule;
  readonly #operationId: string | undefined;
  readonly #random: RandomGenerator;

  constructor(
    faultId: string,
    rule: ActiveRule,
    { fault, interceptor }: Behaviour,
    random: RandomGenerator,
    memory = new FaultMemory(),
    triggered = 0,
  ) {
    this.faultId = faultId;
    this.fault = fault;
    this.interceptor = interceptor;
    this.memory = memory;
    this.triggered = triggered;
    this.#rule = rule;
    this.#operationId = rule.operationId?.toLowerCase();
    this.#random = random;
  }

  get ms(): number {
    return this.#rule.ms ?? this.fault?.defaultMs ?? 0;
  }

  get isOver(): boolean {
    return this.triggered >= (this.#rule.times ?? Number.POSITIVE_INFINITY);
  }

  get applied(): AppliedFault {
    return { ...this.#rule, faultId: this.faultId, triggered: this.triggered };
  }

  /** Returns whether the rule is for this endpoint and this operation. */
  concerns({ endpoint, operationId }: ServiceCall): boolean {
    if (this.fault?.endpoints.some((possible) => possible === endpoint) === false) return false;
    if (this.#rule.endpoint !== undefined && this.#rule.endpoint !== endpoint) return false;
    return this.#operationId === undefined || this.#operationId === operationId?.toLowerCase();
  }

  /** Returns whether the rule is for one of these operations. */
  concernsOneOf(operationIds: readonly string[]): boolean {
    return this.#operationId === undefined || operationIds.includes(this.#operationId);
  }

  /** Draws a random number and returns whether it triggers this time, by its probability. */
  shouldTrigger(): boolean {
    const { probability = 1 } = this.#rule;
    return probability === 1 || this.random() < probability;
  }

  /** Returns the next number from 0 to below 1. */
  readonly random = (): number => uniformFloat64(this.#random);

  /** Returns a copy that continues from the current state. The state of an interceptor's functions is theirs. */
  copy(): ActiveFault {
    return new ActiveFault(
      this.faultId,
      this.#rule,
      this,
      this.#random.clone(),
      this.memory.copy(),
      this.triggered,
    );
  }
}

/** Returns the random numbers of one of the independent streams of a seed, which may have 53 bits. */
export function seededRandom(seed: number, stream: number): RandomGenerator {
  const digest = createHash('sha256').update(`${seed}:${stream}`).digest();
  return xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => digest.readInt32LE(offset)));
}
