import type { Simulation } from '../contract/simulation-schema.js';

/** What a simulation says of the call: it would succeed, it would fail, or nothing (the flag is absent). */
export type SimulationVerdict = 'success' | 'failure' | 'none';

/** Judges a simulation by its flag alone (section 7); an error text beside a true flag is a contradiction, no verdict. */
export function simulationVerdict({ simulationStatus }: Simulation): SimulationVerdict {
  if (simulationStatus === undefined) return 'none';
  return simulationStatus ? 'success' : 'failure';
}
