import { generatedPhase } from './generated-phase.js';
import { callPlanner } from './oracles.js';
import { type Phase, type PhaseContext, singleRequestCase } from './phase.js';

/** Creates the phase of valid calls. Every verdict is accepted for calls whose result is not known. */
export function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  const simulate = callPlanner(deployment);
  return generatedPhase('valid', calls, (call) => singleRequestCase('valid', 'call', simulate(call)));
}
