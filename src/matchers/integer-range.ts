import type { IntegerRange } from '../checks/integer-range.js';
import { UsageError } from '../errors.js';
import { type OptionRule, optionFaults, refuseFaults } from '../internal/options.js';

/** The two ends of a range, both included; one may be missing. */
export interface Ends<End> {
  readonly min?: End | undefined;
  readonly max?: End | undefined;
}

/** How the ends of a range may be written. */
export interface EndForm {
  /** The integer that a value writes; undefined if it writes none. */
  readonly read: (value: unknown) => bigint | undefined;
  /** What is taken, for a message: `a bigint, or a decimal text`. */
  readonly takes: string;
}

/**
 * Reads a range.
 *
 * @throws {UsageError} when it has no end, a bad one, or no integer in it.
 */
export function integerRange(matcher: string, ends: Ends<unknown>, { read, takes }: EndForm): IntegerRange {
  const isEnd: OptionRule = (value) => (read(value) === undefined ? `must be ${takes}` : undefined);
  refuseFaults(`${matcher} has a bad range`, optionFaults(ends, { min: isEnd, max: isEnd }));
  const range = { min: read(ends.min), max: read(ends.max) };
  if (range.min === undefined && range.max === undefined)
    throw new UsageError(`${matcher} takes min, max or both`);
  if (range.min !== undefined && range.max !== undefined && range.min > range.max)
    throw new UsageError(
      `${matcher} has a range with nothing in it: min ${range.min} is more than max ${range.max}`,
    );
  return range;
}

/** Says what lies in a range: `at most 5`, `from 1 to 5`. */
export function rangeText({ min, max }: IntegerRange): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : min === max ? `${min}` : `from ${min} to ${max}`;
}
