import { isDeepStrictEqual } from 'node:util';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import type { Phase, PhaseCase } from '../phase.js';
import { type ChangedPlan, changedPlan, simulationIn } from './changed-plan.js';
import { simplerRequests } from './simpler-requests.js';

/**
 * Returns a phase whose cases shrink first by whole members, assets and amounts, and then as before. An arbitrary shrinks
 * by halving, which takes hundreds of runs for the digits of one amount.
 */
export function simplifiedPhase(phase: Phase, deployment: Deployment): Phase {
  const planOf = changedPlan(deployment);
  const simplified = (generated: PhaseCase, changes: LooseSimulationRequest): PhaseCase | undefined => {
    const plan = planOf(generated.plan, changes);
    const request = plan && simulationIn(plan, deployment);
    if (plan === undefined || request === undefined) return undefined;
    return {
      plan,
      *shrinks() {
        for (const simpler of simplerRequests(request)) {
          const next = simplified(generated, { ...changes, ...contradictionsBetween(request, simpler) });
          if (next !== undefined) yield next;
        }
        for (const next of generated.shrinks()) yield* withChanges(next, changes, planOf, plan);
      },
    };
  };
  return {
    name: phase.name,
    size: phase.size,
    caseAt(seed, index) {
      const generated = phase.caseAt(seed, index);
      return {
        plan: generated.plan,
        // Many cases are generated and few are shrunk.
        shrinks: () => (simplified(generated, {}) ?? generated).shrinks(),
      };
    },
  };
}

/** Yields a shrunk case with the changes; none if it differs only in members that are changed anyway. */
function* withChanges(
  generated: PhaseCase,
  changes: LooseSimulationRequest,
  planOf: ChangedPlan,
  before: PhaseCase['plan'],
): Iterable<PhaseCase> {
  const plan = planOf(generated.plan, changes);
  if (plan === undefined || isDeepStrictEqual(plan, before)) return;
  yield {
    plan,
    *shrinks() {
      for (const next of generated.shrinks()) yield* withChanges(next, changes, planOf, plan);
    },
  };
}

/** Returns the members that differ; removed ones are undefined. */
function contradictionsBetween(
  request: LooseSimulationRequest,
  simpler: LooseSimulationRequest,
): LooseSimulationRequest {
  const names = Object.keys(request) as (keyof LooseSimulationRequest)[];
  return Object.fromEntries(
    names.filter((name) => request[name] !== simpler[name]).map((name) => [name, simpler[name]]),
  );
}
