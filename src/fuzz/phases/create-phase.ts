import type { PhaseName } from '../../case/case-plan.js';
import { createCoveragePhase } from './coverage-phase.js';
import { createEndpointsPhase } from './endpoints-phase.js';
import { createInvalidPhase } from './invalid-phase.js';
import { createMetamorphicPhase } from './metamorphic-phase.js';
import { listedPhase, type Phase, type PhaseContext } from './phase.js';
import { createSmokePhase } from './smoke-phase.js';
import { createStatefulPhase } from './stateful-phase.js';
import { createValidPhase } from './valid-phase.js';
import { createWirePhase } from './wire-phase.js';

/** The functions that create the phases, in the order in which they run. */
const creators: Readonly<Record<PhaseName, (context: PhaseContext) => Phase>> = {
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

/** Creates a phase. */
export function createPhase(name: PhaseName, context: PhaseContext): Phase {
  return creators[name](context);
}
