import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';
import { callPlanner } from './simulate-call.js';
import { singleRequestCase } from './single-request-case.js';

/** Creates the phase of valid calls. Every verdict is accepted for calls whose result is not known. */
export function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  const simulate = callPlanner(deployment);
  const generated = generatedPhase('valid', calls, (call) =>
    singleRequestCase('valid', 'call', simulate(call)),
  );
  return simplifiedPhase(generated, deployment);
}
