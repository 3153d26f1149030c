import { z } from 'zod';
import { type DecodedError, decodedErrors, isUndecodedError } from '../contract/contract-error.js';
import type { Simulation } from '../contract/responses.js';
import { UsageError } from '../errors.js';
import { list, parseOptions, text, valueWhere } from '../internal/options.js';
import { labelled } from '../internal/terminal.js';
import { booleanOf } from '../internal/user-callback.js';
import {
  type AsymmetricPattern,
  type Difference,
  fitsEverything,
  fitsValue,
  formatPattern,
  isAsymmetric,
  isMembersPattern,
  type Redacts,
} from './pattern.js';
import { describeShape } from './subject.js';

/** What an argument of a contract's error should be. */
export type ErrorArgument = bigint | number | string | boolean | AsymmetricPattern;

const errorArgument = valueWhere<ErrorArgument>((value) => {
  const isPlain = ['bigint', 'string', 'boolean'].includes(typeof value) || Number.isSafeInteger(value);
  return isPlain || isAsymmetric(value);
}, 'must be an integer, a text, a boolean or an asymmetric matcher');

const contractErrorShape = {
  /** `Refused`, `Panic`; `Error` for a plain reason, which is its one argument. */
  errorName: text(),
  /** All arguments, in order; integers as bigint or number, all others as text. Default: any. */
  args: list(errorArgument).optional(),
};
const contractError = z.strictObject(contractErrorShape);

/** An error of a contract, by name and arguments. */
export interface ContractError extends z.input<z.ZodObject<typeof contractErrorShape>> {}

/** Decides on the error of a simulation, which is undefined when absent, and on the whole simulation. */
export type FailurePredicate = (simulationError: string | undefined, simulation: Simulation) => boolean;

/**
 * Why a simulation should fail: a text that its error contains, a regular expression or an asymmetric matcher that the error
 * text fits, the error of a contract, or a predicate.
 */
export type FailureReason = string | RegExp | AsymmetricPattern | ContractError | FailurePredicate;

/**
 * Validates a reason. Rejects what every failure fits: a blank text, `/.*\/`, undefined.
 *
 * @throws {UsageError} if the reason is invalid.
 */
export function checkedReason(reason: unknown): FailureReason {
  if (reason === undefined || fitsEverything(reason))
    throw new UsageError(
      `toFailSimulation was given ${reason === undefined ? 'undefined' : formatPattern(reason)} as its reason, which every failure fits`,
      [{ advice: 'leave it out for any reason' }],
    );
  if (isMembersPattern(reason))
    return parseOptions('toFailSimulation has an invalid reason', contractError, reason);
  if (
    typeof reason === 'string' ||
    reason instanceof RegExp ||
    typeof reason === 'function' ||
    isAsymmetric(reason)
  )
    return reason as FailureReason;
  throw new UsageError(
    'toFailSimulation takes a text that the error contains, a RegExp, an asymmetric matcher, a predicate, or { errorName, args }',
    [labelled('Received', describeShape(reason))],
  );
}

/** Returns whether a reason is a contract error. */
export function isContractError(reason: unknown): reason is ContractError {
  return isMembersPattern(reason);
}

/** Returns whether a reason can only be judged by the text of the error. */
export function isAboutText(reason: FailureReason | undefined): boolean {
  return reason !== undefined && typeof reason !== 'function';
}

/** Formats the expected error. */
export function formatReason(reason: FailureReason, exchange: Redacts): string {
  if (typeof reason === 'string') return `an error containing ${formatPattern(reason, exchange)}`;
  if (typeof reason === 'function') return 'an error that the predicate accepts';
  if (reason instanceof RegExp || isAsymmetric(reason))
    return `an error matching ${formatPattern(reason, exchange)}`;
  const args = reason.args?.map((argument) => formatPattern(argument, exchange)).join(', ') ?? '…';
  return `the error ${reason.errorName}(${args})`;
}

/**
 * Returns the differences between the error of a simulation and a reason; none if it matches.
 *
 * @throws {UsageError} if a predicate throws, or returns anything but true or false.
 */
export function reasonDifferences(simulation: Simulation, reason: FailureReason): Difference[] {
  const { simulationError } = simulation;
  if (isContractError(reason)) return errorDifferences(decodedErrors(simulationError ?? '', reason), reason);
  const fits =
    typeof reason === 'function'
      ? booleanOf('The predicate of toFailSimulation', () => reason(simulationError, simulation))
      : fitsText(simulationError ?? '', reason);
  return fits ? [] : [{ path: 'simulationError', expected: reason, received: simulationError }];
}

function fitsText(text: string, reason: string | RegExp | AsymmetricPattern): boolean {
  if (typeof reason === 'string') return text.includes(reason);
  return reason instanceof RegExp ? text.search(reason) !== -1 : fitsValue(text, reason);
}

function errorDifferences(
  decoded: readonly DecodedError[],
  { errorName, args }: ContractError,
): Difference[] {
  const named = decoded.filter((error) => error.errorName === errorName);
  if (named.length === 0) {
    const received = decoded.map((error) => error.errorName).join(', ');
    return [{ path: 'errorName', expected: errorName, received }];
  }
  if (args === undefined) return [];
  const [fewest] = named
    .map((error) => argumentDifferences(error.args, args))
    .sort((one, other) => one.length - other.length);
  return fewest as Difference[];
}

function argumentDifferences(received: readonly string[], expected: readonly ErrorArgument[]): Difference[] {
  if (received.length !== expected.length) return [{ path: 'args', expected, received }];
  return expected.flatMap((argument, index) => {
    const text = received[index] as string;
    return fitsArgument(text, argument)
      ? []
      : [{ path: `args[${index}]`, expected: argument, received: text }];
  });
}

const integer = /^(?:-?\d+|0x[0-9a-f]+)$/i;
const hex = /^0x[0-9a-f]*$/i;

function fitsArgument(text: string, expected: ErrorArgument): boolean {
  switch (typeof expected) {
    case 'bigint':
    case 'number':
      return integer.test(text) && BigInt(text) === BigInt(expected);
    case 'boolean':
      return text === String(expected);
    case 'string':
      return fitsValue(text, expected) || (hex.test(text) && text.toLowerCase() === expected.toLowerCase());
    default:
      return fitsValue(text, expected);
  }
}

/** Returns whether an error text neither matches nor excludes a reason. */
export function isReasonUndecided(text: string, reason: FailureReason): boolean {
  if (typeof reason === 'function') return false;
  return isUndecodedError(text, isContractError(reason) ? reason.errorName : undefined);
}
