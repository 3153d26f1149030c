import type { PhaseName } from '../../checks/case/case-plan.js';
import { createCorpusPhase } from './corpus-phase.js';
import { createCoveragePhase } from './coverage-phase.js';
import { createEndpointsPhase } from './endpoints-phase.js';
import { createInvalidPhase } from './invalid-phase.js';
import { createMetamorphicPhase } from './metamorphic-phase.js';
import type { CreatePhase, Phase, PhaseContext } from './phase.js';
import { createSmokePhase } from './smoke-phase.js';
import { createStatefulPhase } from './stateful-phase.js';
import { createValidPhase } from './valid-phase.js';
import { createWirePhase } from './wire-phase.js';

/** The functions that create the phases, in the order in which they run. */
const makers: Readonly<Record<PhaseName, CreatePhase>> = {
  smoke: createSmokePhase,
  corpus: createCorpusPhase,
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
