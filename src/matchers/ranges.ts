import { z } from 'zod';
import { amountOf, type IntegerRange } from '../contract/integer-range.js';
import { largestAmount } from '../contract/response-formats.js';
import { UsageError } from '../errors.js';
import { parseOptions, valueWhere } from '../internal/options.js';
import { formatValue } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';

/** The two ends of a range, both included; one may be missing. */
export interface Ends<End> {
  readonly min?: End | undefined;
  readonly max?: End | undefined;
}

/** The accepted notation for the ends of a range. */
export interface EndForm {
  /** Parses a value; undefined if it is not valid. */
  readonly read: (value: unknown) => bigint | undefined;
  /** The accepted values, for messages: `a bigint, or a decimal text`. */
  readonly takes: string;
}

/**
 * Validates a range and converts it to integers.
 *
 * @throws {UsageError} if it has no end, an invalid one, or is empty.
 */
export function integerRange(matcher: string, ends: Ends<unknown>, { read, takes }: EndForm): IntegerRange {
  const end = valueWhere((value) => value === undefined || read(value) !== undefined, `must be ${takes}`);
  const given = parseOptions(
    `${matcher} has an invalid range`,
    z.strictObject({ min: end.optional(), max: end.optional() }),
    ends,
  );
  const range = { min: read(given.min), max: read(given.max) };
  if (range.min === undefined && range.max === undefined)
    throw new UsageError(`${matcher} takes min, max or both`);
  if (range.min !== undefined && range.max !== undefined && range.min > range.max)
    throw new UsageError(
      `${matcher} has a range with nothing in it: min ${range.min} is more than max ${range.max}`,
    );
  return range;
}

/** Formats a range: `at most 5`, `from 1 to 5`. */
export function formatRange({ min, max }: IntegerRange): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `${min}` : `from ${min} to ${max}`;
}

/**
 * An amount in base units, as a bigint or a decimal text. A number would round it. A literal text must be decimal digits; a text
 * that the compiler does not know may be.
 */
export type Amount<Text extends string = string> = bigint | (string extends Text ? Text : `${bigint}`);

/** Parses a received amount; undefined if it is not one. */
export function receivedAmount(value: unknown): bigint | undefined {
  const amount = amountOf(value);
  return amount !== undefined && amount <= largestAmount ? amount : undefined;
}

/** The notation for ranges of amounts. */
export const amountForm: EndForm = {
  read: receivedAmount,
  takes: 'a bigint or a decimal text of at least 0 and below 2^256, in base units',
};

/** Parses the amount argument of a matcher. */
export function amountArgument(matcher: string, amount: unknown): bigint {
  const read = receivedAmount(amount);
  if (read !== undefined) return read;
  throw new UsageError(`${matcher} takes ${amountForm.takes}`, [labelled('Received', formatValue(amount))]);
}
