import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { fits } from '../../contract/schema-introspection.js';
import { UsageError } from '../../errors.js';

/** Draws that show whether a schema can be met by chance: a few mostly do. */
const trials = [5, 195];

/** Thrown where a schema stands too often within itself; whatever can do without it catches it. */
export class TooDeep extends Error {}

/** Keeps what fits, where a schema has refinements. */
export function checked(
  schema: z.core.$ZodType,
  path: string,
  values: Arbitrary<unknown>,
): Arbitrary<unknown> {
  return (schema._zod.def.checks ?? []).length === 0 ? values : fitting(schema, path, () => [values]);
}

/**
 * Keeps what fits of the first arbitrary of which something does.
 *
 * @throws {UsageError} with the path, where nothing that is drawn fits, or nothing can be drawn.
 */
export function fitting(
  schema: z.core.$ZodType,
  path: string,
  candidates: () => readonly Arbitrary<unknown>[],
): Arbitrary<unknown> {
  try {
    for (const values of candidates()) {
      const isMet = trials.some((numRuns, seed) =>
        fc.sample(values, { numRuns, seed }).some((value) => fits(schema, value)),
      );
      if (isMet) return values.filter((value) => fits(schema, value));
    }
  } catch (error) {
    if (error instanceof TooDeep || error instanceof UsageError) throw error;
    throw cannotDraw(path, (error as Error).message, error);
  }
  throw cannotDraw(path, 'none of the values tried met its refinements');
}

/** Makes the error of a schema whose values cannot be drawn. */
export function cannotDraw(path: string, why: string, cause?: unknown): UsageError {
  return new UsageError(
    `No values can be drawn for ${path}: ${why}`,
    ['What to do: describe it by a schema of JSON values, or leave the endpoint out of campaigns'],
    cause,
  );
}
