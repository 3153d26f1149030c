import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { simplifiedPhase } from './simpler/simplified-phase.js';
import { observerCases } from './smoke/observer-cases.js';
import { simulatorCases } from './smoke/simulator-cases.js';

/** Creates the phase that checks whether the two endpoints work at all. */
export function createSmokePhase(context: PhaseContext): Phase {
  const cases = [...simulatorCases(context), ...observerCases(context)];
  return simplifiedPhase(listedPhase('smoke', cases), context.deployment);
}
