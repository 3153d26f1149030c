import type { Simulation } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import type { Expectation } from './case-plan.js';
import type { ObservedCase, RequestSpan } from './observation.js';

/** A simulation of a case, and the valid request that it answers. */
export interface CaseSimulation {
  /** The index of its request, counted from 0 over all steps. */
  readonly at: number;
  /** Its step: simulations of one step were concurrent. */
  readonly step: number;
  readonly request: LooseSimulationRequest;
  readonly expect: Extract<Expectation, { readonly kind: 'simulated' }>;
  readonly simulation: Simulation;
  /** When it was in progress, if measured. */
  readonly span: RequestSpan | undefined;
}

/** Lists the simulations of a case, in the order of its requests. */
export function caseSimulations({ plan, observations }: ObservedCase): CaseSimulation[] {
  const found: CaseSimulation[] = [];
  let at = 0;
  for (const [step, { requests }] of plan.steps.entries()) {
    for (let index = 0; index < requests.length; index++, at++) {
      const { request, answer, span } = observations[at] ?? {};
      const simulation = answer?.simulation;
      const expect = request?.expect;
      if (simulation === undefined || expect?.kind !== 'simulated') continue;
      found.push({ at, step, request: expect.request, expect, simulation, span });
    }
  }
  return found;
}

/** The same, but only for calls that succeed. */
export function caseSuccesses(observed: ObservedCase): CaseSimulation[] {
  return caseSimulations(observed).filter(({ simulation }) => simulationVerdict(simulation) === 'success');
}

/** All pairs of a list, the earlier one first. */
export function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));
}

/** Returns whether two simulations name the same block. */
export function areOnOneBlock(one: CaseSimulation, other: CaseSimulation): boolean {
  const block = one.simulation.debugInfo?.blockNumber;
  return block !== undefined && block === other.simulation.debugInfo?.blockNumber;
}
