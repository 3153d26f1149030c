import type { Simulation } from '../contract/responses.js';
import { type DecodedError, decodedErrors, isContractErrorOnly, plainError } from './decoded-error.js';
import type { Difference } from './differences.js';
import { type AsymmetricPattern, fitsValue, isAsymmetric } from './pattern.js';

/** An error of a contract, by name and arguments. `Error` is a plain reason, its one argument. */
export interface ContractError {
  /** `Refused`, `Panic`, `Error`. */
  readonly errorName: string;
  /** All its arguments, in order; any, if missing. Integers as bigint or number, all others as text. */
  readonly args?: readonly ErrorArgument[] | undefined;
}

/** What an argument of a contract's error should be. */
export type ErrorArgument = bigint | number | string | boolean | AsymmetricPattern;

/**
 * Why a simulation should fail: a text that its error contains, an expression or an asymmetric matcher that the error
 * text fits, the error of a contract, or a function that says so of the error (undefined when absent) and the whole
 * simulation.
 */
export type FailureReason = string | RegExp | AsymmetricPattern | ContractError | FailurePredicate;
export type FailurePredicate = (simulationError: string | undefined, simulation: Simulation) => boolean;

/** Lists where the error of a simulation is another than the reason; none, if it fits. */
export function reasonDifferences(
  { simulationError }: Simulation,
  reason: Exclude<FailureReason, FailurePredicate>,
): Difference[] {
  const text = simulationError ?? '';
  if (typeof reason === 'string' || reason instanceof RegExp || isAsymmetric(reason)) {
    return fitsText(text, reason)
      ? []
      : [{ path: 'simulationError', expected: reason, received: simulationError }];
  }
  return errorDifferences(candidates(text, reason), reason);
}

function fitsText(text: string, reason: string | RegExp | AsymmetricPattern): boolean {
  if (typeof reason === 'string') return text.includes(reason);
  return reason instanceof RegExp ? text.search(reason) !== -1 : fitsValue(text, reason);
}

/**
 * A plain reason may hold what looks like an error, `call to swap(uint256) not allowed`; one that looks like nothing
 * else is a plain reason only when that very text is asked for.
 */
function candidates(text: string, { errorName, args }: ContractError): readonly DecodedError[] {
  const decoded = decodedErrors(text);
  if (errorName !== 'Error' || args === undefined) return decoded;
  const plain = plainError(text);
  return isContractErrorOnly(text) && args[0] !== plain.args[0] ? decoded : [...decoded, plain];
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
