import { isDeepStrictEqual } from 'node:util';
import { jsonText, parseLosslessJson } from '../../contract/json.js';
import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';
import type { FaultKind } from './fault-kind.js';
import type { ServiceCall } from './service-answer.js';
import type { SetFault } from './set-fault.js';

type KindOf<Family> = Extract<FaultKind, { readonly family: Family }>;

/** The faults that are set, in the order in which they were. */
export class SetFaults {
  #all: readonly SetFault[] = [];
  #active: readonly SetFault[] = [];
  /** The chain types of the deployment, as it writes them, that of the destination chain first. */
  readonly types: readonly string[];

  constructor(types: readonly string[]) {
    this.types = types;
  }

  get all(): readonly SetFault[] {
    return this.#all;
  }

  /** Those that are not over. */
  get active(): readonly SetFault[] {
    return this.#active;
  }

  /** Those of one family that are not over and concern a call, with their kinds. */
  activeOf<Family extends FaultKind['family']>(
    family: Family,
    call: ServiceCall,
  ): { readonly fault: SetFault; readonly kind: KindOf<Family> }[] {
    return this.#active
      .filter((fault) => fault.kind.family === family && fault.concerns(call))
      .map((fault) => ({ fault, kind: fault.kind as KindOf<Family> }));
  }

  replace(faults: readonly SetFault[]): void {
    this.#all = faults;
    this.#active = faults.filter(({ isOver }) => !isOver);
  }

  /** @throws {UsageError} when there is none with this id. */
  remove(faultId: string): void {
    const others = this.#all.filter((fault) => fault.faultId !== faultId);
    if (others.length === this.#all.length)
      throw new UsageError(`There is no fault ${formatText(faultId)}; it may already be cleared`);
    this.replace(others);
  }

  /** Returns the effect of the first active fault that triggers, and counts it. */
  trigger<Effect>(
    mayTrigger: (fault: SetFault) => boolean,
    effectOf: (fault: SetFault) => Effect | undefined,
  ): Effect | undefined {
    for (const fault of this.#active) {
      if (!mayTrigger(fault) || !fault.isDrawn()) continue;
      const effect = effectOf(fault);
      if (effect === undefined) continue;
      fault.countTrigger();
      if (fault.isOver) this.replace(this.#all);
      return effect;
    }
    return undefined;
  }

  /**
   * The same for the faults of one family that concern a call.
   *
   * @param before - What the fault changes, if it does. A fault that leaves it as it was does not trigger.
   */
  triggerCall<Family extends FaultKind['family'], Effect>(
    family: Family,
    call: ServiceCall,
    before: unknown,
    effectOf: (kind: KindOf<Family>, fault: SetFault) => Effect | undefined,
  ): Effect | undefined {
    return this.trigger(
      (fault) => fault.kind.family === family && fault.concerns(call),
      (fault) => {
        const effect = effectOf(fault.kind as KindOf<Family>, fault);
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
