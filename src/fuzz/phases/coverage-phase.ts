import { boundaryCases } from './field-coverage/boundary-cases.js';
import { growthCases } from './field-coverage/growth-cases.js';
import { optionalFieldCases } from './field-coverage/optional-field-cases.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { sampleCall } from './sample-call.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';

/**
 * Makes the phase that covers the fields of a request: each at its boundaries, pairs of the states of optional ones,
 * and requests that grow in one dimension.
 */
export function createCoveragePhase({ calls, deployment }: PhaseContext): Phase {
  const { request } = sampleCall(calls);
  const growing = growthCases(request, deployment);
  const cases = [
    // First: of few cases the end is left out.
    ...growing.likely,
    ...optionalFieldCases(request, deployment),
    ...growing.others,
    ...boundaryCases(request, deployment),
  ];
  return simplifiedPhase(listedPhase('coverage', cases), deployment);
}
