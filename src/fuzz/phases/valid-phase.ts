import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';
import { callPlanner } from './simulate-call.js';
import { singleRequestCase } from './single-request-case.js';

/** Makes the phase of valid calls: each is simulated, and every verdict is fine where none is known beforehand. */
export function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  const simulate = callPlanner(deployment);
  const generated = generatedPhase('valid', calls, (call) =>
    singleRequestCase('valid', 'call', simulate(call)),
  );
  return simplifiedPhase(generated, deployment);
}
