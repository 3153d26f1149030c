import { drawnPhase } from './drawn-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { simulateCall } from './simulate-call.js';
import { singleRequestCase } from './single-request-case.js';

/** Makes the phase of valid calls: each is simulated, and every verdict is fine where none is known beforehand. */
export function createValidPhase({ calls, deployment }: PhaseContext): Phase {
  return drawnPhase('valid', calls, (call) =>
    singleRequestCase('valid', 'call', simulateCall(call, deployment)),
  );
}
