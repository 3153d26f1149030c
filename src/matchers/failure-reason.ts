import type { Difference } from '../checks/differences.js';
import { type ContractError, type FailureReason, reasonDifferences } from '../checks/failure-reason.js';
import { isAsymmetric } from '../checks/pattern.js';
import type { Exchange } from '../client/exchange.js';
import type { Simulation } from '../contract/responses.js';
import { isPlainObject } from '../internal/objects.js';
import { booleanOf } from '../internal/user-callback.js';
import { printPattern } from './print-pattern.js';

/** Tells whether a reason is the error of a contract. */
export function isContractError(reason: unknown): reason is ContractError {
  return isPlainObject(reason) && !isAsymmetric(reason);
}

/** Tells whether a reason is about the text of the error, without which it cannot be judged. */
export function needsText(reason: FailureReason | undefined): boolean {
  return reason !== undefined && typeof reason !== 'function';
}

/** Lists where the failure of a simulation is another than the reason; none, if it fits or there is no reason. */
export function failureDifferences(
  simulation: Simulation,
  reason: FailureReason | undefined,
): readonly Difference[] {
  if (reason === undefined) return [];
  if (typeof reason !== 'function') return reasonDifferences(simulation, reason);
  const { simulationError } = simulation;
  const fits = booleanOf('The predicate of toFailSimulation', () => reason(simulationError, simulation));
  return fits ? [] : [{ path: 'simulationError', expected: reason, received: simulationError }];
}

/** Says which error is looked for. */
export function reasonText(reason: FailureReason, exchange: Pick<Exchange, 'redact'>): string {
  if (typeof reason === 'string') return `an error containing ${printPattern(reason, exchange)}`;
  if (typeof reason === 'function') return 'an error that the predicate accepts';
  if (reason instanceof RegExp || isAsymmetric(reason))
    return `an error matching ${printPattern(reason, exchange)}`;
  const args = reason.args?.map((argument) => printPattern(argument, exchange)).join(', ') ?? '…';
  return `the error ${reason.errorName}(${args})`;
}
