import type { FaultName, FaultRule, LocalDeployment, LocalFault } from 'crosscheck/local';
import { answerMutants } from './answer-mutants.js';
import { crossRequestMutants } from './cross-request-mutants.js';
import type { Mutant } from './mutant.js';
import { recordMutants } from './record-mutants.js';
import { requestMutants } from './request-mutants.js';
import { simulationMutants } from './simulation-mutants.js';

/**
 * Faults that only the kill matrix needs, by name: with the faults of the local deployment they are those that campaigns
 * must find.
 */
export const mutants = {
  ...answerMutants,
  ...requestMutants,
  ...simulationMutants,
  ...crossRequestMutants,
  ...recordMutants,
} satisfies Record<string, Mutant>;

/** The name of a mutant. */
export type MutantName = keyof typeof mutants;

/** Public faults that prove nothing of the service: answers that are late or do not come, overload, gateways, and validators. */
export const inconclusiveFaults = [
  'delay',
  'jitter',
  'stall-headers',
  'stall-body',
  'too-many-requests-retry-after',
  'bad-gateway',
  'gateway-timeout',
  'slow-consensus',
  'missed-quorum',
] as const satisfies FaultName[];

/** Sets a fault or a mutant on a local deployment in this process, until it is cleared. */
export function setFaultOrMutant(
  local: Pick<LocalDeployment, 'now' | 'setFault' | 'intercept'>,
  { fault, ...limits }: Omit<FaultRule, 'fault'> & { readonly fault: FaultName | MutantName },
): Promise<LocalFault> {
  const mutant: Mutant | undefined = Object.hasOwn(mutants, fault) ? mutants[fault as MutantName] : undefined;
  if (mutant === undefined) return local.setFault({ ...limits, fault: fault as FaultName });
  return local.intercept({ name: fault, ...mutant.start(local.now), ...limits });
}

/** Runs a function while a fault or a mutant is set. */
export async function withFaultOrMutant<Result>(
  local: LocalDeployment,
  fault: FaultName | MutantName,
  run: () => Promise<Result>,
): Promise<Result> {
  const set = await setFaultOrMutant(local, { fault });
  try {
    return await run();
  } finally {
    await set.clear();
  }
}
