import type { PhaseName } from '../../checks/case/case-plan.js';
import { createEndpointsPhase } from './endpoints-phase.js';
import { boundaryCases } from './field-coverage/boundary-cases.js';
import { callShapeCases } from './field-coverage/call-shape-cases.js';
import { growthCases } from './field-coverage/growth-cases.js';
import { optionalFieldCases } from './field-coverage/optional-field-cases.js';
import { generatedPhase } from './generated-phase.js';
import { createInvalidPhase } from './invalid-phase.js';
import { listedPhase } from './listed-phase.js';
import { createMetamorphicPhase } from './metamorphic-phase.js';
import type { CreatePhase, Phase, PhaseContext } from './phase.js';
import { sampleCall } from './sample-call.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';
import { callPlanner } from './simulate-call.js';
import { singleRequestCase } from './single-request-case.js';
import { observerCases } from './smoke/observer-cases.js';
import { simulatorCases } from './smoke/simulator-cases.js';
import { createStatefulPhase } from './stateful-phase.js';
import { createWirePhase } from './wire-phase.js';

/** The functions that create the phases, in the order in which they run. */
const makers: Readonly<Record<PhaseName, CreatePhase>> = {
  smoke: createSmokePhase,
  corpus: ({ corpus }) => listedPhase('corpus', corpus),
  coverage: createCoveragePhase,
  valid: createValidPhase,
  invalid: createInvalidPhase,
  metamorphic: createMetamorphicPhase,
  stateful: createStatefulPhase,
  wire: createWirePhase,
  endpoints: createEndpointsPhase,
};

/** Makes one phase. */
export function createPhase(name: PhaseName, context: PhaseContext): Phase {
  return makers[name](context);
}

/** Creates the phase that checks whether the two endpoints work at all. */
export function createSmokePhase(context: PhaseContext): Phase {
  const cases = [...simulatorCases(context), ...observerCases(context)];
  return simplifiedPhase(listedPhase('smoke', cases), context.deployment);
}

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

/** Creates the phase of valid calls. Every verdict is accepted for calls whose result is not known. */
export function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  const simulate = callPlanner(deployment);
  const generated = generatedPhase('valid', calls, (call) =>
    singleRequestCase('valid', 'call', simulate(call)),
  );
  return simplifiedPhase(generated, deployment);
}
