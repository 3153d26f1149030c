import { type DeploymentOptions, defineDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import type { CasePlan, CaseRequest } from 'crosscheck/fuzz';
import { createPhase } from '../../../../src/fuzz/phases/create-phase.js';
import { caseRequests } from '../../../support/case-requests.js';

export { createPhase };
export type Phase = ReturnType<typeof createPhase>;
export type PhaseContext = Parameters<typeof createPhase>[1];
export type PhaseCase = ReturnType<Phase['caseAt']>;

/** What phases are made of for a deployment that nobody asks. */
export function phaseContext(
  options: Partial<DeploymentOptions> = {},
  operationIds: readonly string[] = [],
): PhaseContext {
  const url = 'http://127.0.0.1:1';
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, ...options });
  const calls = simulationRequest({ deployment }).map((request) => ({ request }));
  return { deployment, calls, operationIds, endpoints: [], corpus: [] };
}

/** The plans of the first cases of a phase. */
export function plansOf(phase: Phase, count: number = phase.size, seed = 1): CasePlan[] {
  return Array.from({ length: Math.min(count, phase.size) }, (_, place) => phase.caseAt(seed, place).plan);
}

/** The one request of a case that has one. */
export function onlyRequest(plan: CasePlan): CaseRequest {
  const [request, ...more] = caseRequests(plan);
  if (request === undefined || more.length > 0) throw new Error(`the case ${plan.kind} has not one request`);
  return request;
}

/** A case that a phase does not generate among so many is one that it never generates, whatever the seed. */
const maxSearched = 20_000;

/** The first cases of a phase of each kind, however many others come before. Throws if there are fewer of a kind. */
export function casesOfEachKind(phase: Phase, kinds: readonly string[], count: number): CasePlan[] {
  const seen = new Map<string, number>();
  return casesWith(
    phase,
    ({ kind }) => {
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      return kinds.includes(kind) && (seen.get(kind) ?? 0) <= count;
    },
    kinds.length * count,
  );
}

/** The first cases of a phase that a function selects. Throws if there are fewer. */
export function casesWith(
  phase: Phase,
  isSelected: (plan: CasePlan, phaseCase: PhaseCase) => boolean,
  count = 1,
): CasePlan[] {
  const selected: CasePlan[] = [];
  for (let index = 0; index < Math.min(maxSearched, phase.size); index++) {
    const phaseCase = phase.caseAt(1, index);
    if (isSelected(phaseCase.plan, phaseCase)) selected.push(phaseCase.plan);
    if (selected.length === count) return selected;
  }
  throw new Error(`the phase ${phase.name} has ${selected.length} of ${count} such cases`);
}
