import type { Simulation } from '../contract/responses.js';

/** What a simulation says of the call: it would succeed, it would fail, or nothing (the flag is absent). */
export type SimulationVerdict = 'success' | 'failure' | 'none';

/** Judges a simulation by its flag alone (section 7); an error text beside a true flag is a contradiction, no verdict. */
export function simulationVerdict({ simulationStatus }: Simulation): SimulationVerdict {
  // A result that somebody else made may hold anything; what is no boolean is no verdict.
  if (typeof simulationStatus !== 'boolean') return 'none';
  return simulationStatus ? 'success' : 'failure';
}
