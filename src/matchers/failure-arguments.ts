import type { ContractError, FailureReason } from '../checks/failure-reason.js';
import { meantName } from '../checks/meant-name.js';
import { isAsymmetric } from '../checks/pattern.js';
import { UsageError } from '../errors.js';
import {
  listOf,
  nonEmptyText,
  type OptionFault,
  type OptionRule,
  optionFaults,
  refuseFaults,
} from '../internal/options.js';
import { isContractError } from './failure-reason.js';
import { shapeText } from './shape-text.js';
import type { SimulationMatcherOptions } from './simulation-subject.js';

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

const optionNames = Object.keys({ deployment: true, signal: true } satisfies Record<
  keyof SimulationMatcherOptions,
  true
>);

/** What `toFailSimulation` is called with: nothing, options, a reason, or both. */
export type FailureArguments = [
  reasonOrOptions?: FailureReason | SimulationMatcherOptions,
  options?: SimulationMatcherOptions,
];

/**
 * Tells the reason from the options.
 *
 * @throws {UsageError} when what is given cannot be a reason, undefined included: any failure would have it.
 */
export function failureArguments(given: FailureArguments): {
  readonly reason?: FailureReason;
  readonly options?: SimulationMatcherOptions | undefined;
} {
  if (given.length === 0) return {};
  const [first, options] = given;
  if (first === undefined) {
    throw new UsageError('toFailSimulation was given undefined as its reason', [
      'What to do: leave it out for any reason',
    ]);
  }
  if (options === undefined && isOptions(first)) return { options: first };
  refuseBadReason(first);
  return { reason: first as FailureReason, options };
}

/** An object is the options, unless a member has the name of a reason's, or nearly. */
function isOptions(value: unknown): value is SimulationMatcherOptions {
  const isReasonMember = (name: string): boolean =>
    !optionNames.includes(name) && meantName(name, Object.keys(contractErrorRules)) !== undefined;
  return isContractError(value) && !Object.keys(value).some(isReasonMember);
}

/** Refuses a reason that cannot be one: an empty text is contained in every error. */
function refuseBadReason(reason: unknown): void {
  if (isContractError(reason)) {
    refuseFaults('toFailSimulation has a bad reason', contractErrorFaults(reason));
    return;
  }
  const isText = typeof reason === 'string' && reason !== '';
  if (isText || reason instanceof RegExp || typeof reason === 'function' || isAsymmetric(reason)) return;
  throw new UsageError(
    'toFailSimulation takes a text that the error contains, a RegExp, an asymmetric matcher, a predicate, or { errorName, args }',
    [`Received: ${shapeText(reason)}`],
  );
}

function contractErrorFaults(reason: Partial<ContractError>): OptionFault[] {
  const faults = optionFaults(reason, contractErrorRules);
  const isNameless = faults.length === 0 && reason.errorName === undefined;
  return isNameless ? [{ path: 'errorName', message: 'is missing' }] : faults;
}
