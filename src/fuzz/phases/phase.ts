import { isDeepStrictEqual } from 'node:util';
import type { Arbitrary } from 'fast-check';
import type { CasePlan, CaseRequest, FuzzedCall, PhaseName } from '../../case/case-plan.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Endpoint } from '../../endpoint/endpoint.js';

/** A part of a campaign: where its cases come from. */
export interface Phase {
  readonly name: PhaseName;
  /** The number of cases; `Infinity` if they are generated. */
  readonly size: number;
  /** Returns the case at an index, counted from 0: always the same for the same seed, whatever was generated before. */
  caseAt(seed: number, index: number): PhaseCase;
}

/** A case, and the simpler ones that it shrinks to. */
export interface PhaseCase {
  readonly plan: CasePlan;
  /** Simpler cases of the same kind, the boldest first. Generated on demand. */
  shrinks(): Iterable<PhaseCase>;
}

/** What phases are created from. */
export interface PhaseContext {
  readonly deployment: Deployment;
  /** Valid calls. */
  readonly calls: Arbitrary<FuzzedCall>;
  /** Operations that the deployment knows. */
  readonly operationIds: readonly string[];
  /** Custom endpoints to call. */
  readonly endpoints: readonly Endpoint[];
  /** Cases of earlier findings. */
  readonly corpus: readonly CasePlan[];
}

/**
 * Returns a case of a value, which shrinks to the cases of smaller values.
 *
 * @param smaller - Returns the values that are smaller in one thing, the boldest first.
 */
export function caseOf<Value extends { readonly plan: CasePlan }>(
  value: Value,
  smaller: (value: Value) => Iterable<Value>,
): PhaseCase {
  const { plan } = value;
  return {
    plan,
    *shrinks() {
      // A smaller value may result in the same plan.
      for (const next of smaller(value)) if (!isDeepStrictEqual(next.plan, plan)) yield caseOf(next, smaller);
    },
  };
}

/** Returns a case that does not shrink. */
export function fixedCase(plan: CasePlan): PhaseCase {
  return { plan, shrinks: () => [] };
}

/** Creates a phase of cases that are already simple and the same for every seed. */
export function listedPhase(name: PhaseName, plans: readonly CasePlan[]): Phase {
  return {
    name,
    size: plans.length,
    caseAt(_, index) {
      const plan = plans[index];
      if (plan === undefined) throw new RangeError(`the phase ${name} has ${plans.length} cases`);
      return fixedCase(plan);
    },
  };
}

/** Plans a case of one request. */
export function singleRequestCase(phase: PhaseName, kind: string, request: CaseRequest): CasePlan {
  return { phase, kind, steps: [{ requests: [request] }] };
}
