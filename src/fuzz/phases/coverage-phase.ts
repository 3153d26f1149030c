import { boundaryCases } from './field-coverage/boundary-cases.js';
import { callShapeCases } from './field-coverage/call-shape-cases.js';
import { growthCases } from './field-coverage/growth-cases.js';
import { optionalFieldCases } from './field-coverage/optional-field-cases.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { sampleCall } from './sample-call.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';

/**
 * Creates the phase that covers the fields of a request: each at its boundaries, pairs of states of the optional fields,
 * calls of each target with arguments of each kind, and requests that grow in one dimension.
 */
export function createCoveragePhase({ calls, deployment }: PhaseContext): Phase {
  const { request } = sampleCall(calls);
  const growing = growthCases(request, deployment);
  const cases = [
    // First, because the end is left out if there are few cases.
    ...growing.likely,
    ...callShapeCases(calls, deployment),
    ...optionalFieldCases(request, deployment),
    ...growing.others,
    ...boundaryCases(request, deployment),
  ];
  return simplifiedPhase(listedPhase('coverage', cases), deployment);
}
