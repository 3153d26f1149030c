import fc, { type Arbitrary } from 'fast-check';
import type { PhaseName } from '../../case/case-plan.js';
import { createCoveragePhase } from './coverage-phase.js';
import { builtInSources, invalidCases, type SourceCase } from './endpoint-cases.js';
import { createEndpointsPhase } from './endpoints-phase.js';
import { generatedPhase } from './generated-phase.js';
import { createMetamorphicPhase } from './metamorphic-phase.js';
import { callPlanner } from './oracles.js';
import { listedPhase, type Phase, type PhaseContext, singleRequestCase } from './phase.js';
import { createSmokePhase } from './smoke-phase.js';
import { createStatefulPhase } from './stateful-phase.js';
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

/** Creates the phase of valid calls. Every verdict is accepted for calls whose result is not known. */
function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  const simulate = callPlanner(deployment);
  return generatedPhase('valid', calls, (call) => singleRequestCase('valid', 'call', simulate(call)));
}

/**
 * Creates the phase of requests to the built-in endpoints with one mutation each: invalid fields, bodies that are not JSON, and
 * queries without exactly one valid operation id. What the deployment's conventions leave open is not mutated.
 */
export function createInvalidPhase(context: PhaseContext): Phase {
  // Simulations have most of the fields.
  const cases = fc.oneof(
    ...builtInSources(context).map((source) => ({
      weight: source.endpoint.name === 'simulate' ? 4 : 1,
      arbitrary: invalidCases(source) as Arbitrary<SourceCase>,
    })),
  );
  return generatedPhase('invalid', cases, ({ kind, request }) => singleRequestCase('invalid', kind, request));
}
