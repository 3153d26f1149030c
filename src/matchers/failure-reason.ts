import type { Difference } from '../checks/differences.js';
import { type ContractError, type FailureReason, reasonDifferences } from '../checks/failure-reason.js';
import { isAsymmetric } from '../checks/pattern.js';
import type { Simulation } from '../contract/simulation-schema.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { UsageError } from '../errors/usage-error.js';
import type { Exchange } from '../internal/exchange.js';
import { listOf, nonEmptyText, type OptionRule, optionFaults } from '../internal/options.js';
import { printValue } from '../internal/print.js';
import { printPattern } from './print-pattern.js';

const errorArgument: OptionRule = (value) => {
  const isPlain = ['bigint', 'string', 'boolean'].includes(typeof value) || Number.isSafeInteger(value);
  return isPlain || isAsymmetric(value)
    ? undefined
    : 'must be an integer, a text, a boolean or an asymmetric matcher';
};
const contractErrorRules: Record<keyof ContractError, OptionRule> = {
  errorName: nonEmptyText,
  args: listOf(errorArgument),
};

/** Tells whether the first argument of `toFailSimulation` is the error of a contract, and not the options. */
export function isContractError(value: unknown): value is ContractError {
  return typeof value === 'object' && value !== null && 'errorName' in value;
}

/** Refuses a reason that cannot be one: an empty text is contained in every error. */
export function refuseBadReason(reason: unknown): void {
  if (isContractError(reason)) {
    refuseFaults('toFailSimulation has a bad reason', optionFaults(reason, contractErrorRules));
  } else if (
    reason === '' ||
    !(typeof reason === 'string' || reason instanceof RegExp || typeof reason === 'function')
  ) {
    throw new UsageError(
      'toFailSimulation takes a text that the error contains, a RegExp, a predicate, or { errorName, args }',
      [`Received: ${printValue(reason)}`],
    );
  }
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
  const fits: unknown = reason(simulationError, simulation);
  if (typeof fits !== 'boolean') {
    throw new UsageError(
      `The predicate of toFailSimulation must give true or false, not ${printValue(fits)}`,
    );
  }
  return fits ? [] : [{ path: 'simulationError', expected: reason, received: simulationError }];
}

/** Says which error is looked for. */
export function reasonText(reason: FailureReason, exchange: Pick<Exchange, 'redact'>): string {
  if (typeof reason === 'string') return `an error containing ${printPattern(reason, exchange)}`;
  if (typeof reason === 'function') return 'an error that the predicate accepts';
  if (reason instanceof RegExp) return `an error matching ${printPattern(reason, exchange)}`;
  const args = reason.args?.map((argument) => printPattern(argument, exchange)).join(', ') ?? '…';
  return `the error ${reason.errorName}(${args})`;
}
