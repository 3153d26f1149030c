import { booleanOf } from '../internal/user-callback.js';
import { type Conventions, type InclusionState, isIncluded, isRejected } from './conventions.js';
import type { Simulation } from './responses.js';

/**
 * What a record says about the operation's message: `included` in consensus on the source chain, also if a later stage
 * failed; `rejected`, it never will be; `not-applicable`, the operation ends on the destination chain; `pending`, not yet; `unknown`, the record
 * does not say: it has no stage, or one that the deployment does not name.
 */
export type InclusionVerdict = 'included' | 'rejected' | 'not-applicable' | 'pending' | 'unknown';

/**
 * Returns what a record says of its inclusion, by the deployment's own predicates (section 3: not shown).
 *
 * @throws {UsageError} when one of them throws, or returns anything but true or false; the first two may return undefined.
 */
export function inclusionVerdict(state: InclusionState, conventions: Conventions): InclusionVerdict {
  return goalVerdict(isIncluded(state, conventions), state, conventions);
}

/**
 * Returns what a record says of any goal; `included` means reached.
 *
 * @param isReached - Undefined when the record does not say.
 */
export function goalVerdict(
  isReached: boolean | undefined,
  state: InclusionState,
  conventions: Conventions,
): InclusionVerdict {
  if (isReached) return 'included';
  if (isRejected(state, conventions)) return 'rejected';
  const endsOnAlpha = (): boolean => conventions.endsOnAlpha(state, conventions);
  if (booleanOf('The convention endsOnAlpha', endsOnAlpha)) return 'not-applicable';
  return isReached === undefined ? 'unknown' : 'pending';
}

/** What a simulation says of the call: it would succeed, it would fail, or nothing: the flag is absent, or an error contradicts it. */
export type SimulationVerdict = 'success' | 'failure' | 'none';

/** Returns the verdict of a simulation (section 7). One that {@link contradictsItself} has none. */
export function simulationVerdict(simulation: Simulation): SimulationVerdict {
  const { simulationStatus } = simulation;
  // A result that somebody else made may hold anything; only a boolean is a verdict.
  if (typeof simulationStatus !== 'boolean' || contradictsItself(simulation)) return 'none';
  return simulationStatus ? 'success' : 'failure';
}

/** Returns whether a simulation has the flag of a success and the error of a failure, so that it proves neither. */
export function contradictsItself({ simulationStatus, simulationError }: Simulation): boolean {
  return simulationStatus === true && typeof simulationError === 'string' && simulationError.trim() !== '';
}
