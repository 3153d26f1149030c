import type { z } from 'zod';
import { factsOf } from '../contract/formats.js';
import { memberAt, type Steps, withMemberAt } from '../internal/json.js';
import { definitionOf, hasForm, type SchemaBounds, schemaBounds } from '../internal/schema-introspection.js';
import { type PlaceStep, schemaPlaces, stepsIn } from './schema-places.js';

/** A boundary of one place in the values of a schema. */
export interface PlacedBoundary {
  readonly place: readonly PlaceStep[];
  /** Returns the value at the boundary; `valid` is the one that stands there. */
  readonly valueFor: (valid: unknown) => unknown;
  /** The mutation it represents, if it is invalid. */
  readonly mutation: string;
}

/**
 * Returns the values at and next to each limit that a schema declares: of numbers, of the lengths of texts and lists, and
 * of the formats of the interface. About half of them are invalid.
 */
export function schemaBoundaries(schema: z.core.$ZodType): PlacedBoundary[] {
  return schemaPlaces(schema).flatMap(({ steps, schema }) =>
    boundariesOf(schema).map((boundary) => ({ ...boundary, place: steps })),
  );
}

/** Returns a value with one place at a boundary, and the path to it; undefined if the value has no such place. */
export function withBoundary<Value>(
  value: Value,
  { place, valueFor }: PlacedBoundary,
): { readonly value: Value; readonly steps: Steps } | undefined {
  const steps = stepsIn(value, place, 0);
  if (steps === undefined) return undefined;
  return { value: withMemberAt(value, steps, valueFor(memberAt(value, steps))) as Value, steps };
}

type Boundary = Omit<PlacedBoundary, 'place'>;

function boundariesOf(schema: z.core.$ZodType): Boundary[] {
  const known = factsOf(schema)?.boundaries;
  if (known !== undefined) return known.map(({ value, mutation }) => ({ valueFor: () => value, mutation }));
  const bounds = schemaBounds(schema);
  switch (definitionOf(schema).type) {
    case 'number':
      return around(bounds).map(({ limit, mutation }) => ({ valueFor: () => Number(limit), mutation }));
    case 'bigint':
      return around(bounds).map(({ limit, mutation }) => ({ valueFor: () => BigInt(limit), mutation }));
    case 'array':
      return lengths({ ...bounds, min: bounds.min ?? 0 }).map(({ limit, mutation }) => ({
        valueFor: (valid) => repeatedItems(valid, limit),
        mutation,
      }));
    case 'string':
      return hasForm(schema)
        ? []
        : lengths(bounds).map(({ limit, mutation }) => ({ valueFor: () => 'a'.repeat(limit), mutation }));
    default:
      return [];
  }
}

interface Limit {
  readonly limit: number | bigint;
  readonly mutation: string;
}

/** Returns the values at and next to the limits of a number, each once. */
function around({ min, above, max, below }: Partial<SchemaBounds>): readonly Limit[] {
  const low = min ?? above;
  const limits = [low, max ?? below].filter((limit) => limit !== undefined);
  const values = limits.flatMap((limit): (number | bigint)[] =>
    typeof limit === 'bigint' ? [limit - 1n, limit, limit + 1n] : [limit - 1, limit, limit + 1],
  );
  return [...new Set(values)].map((limit) => {
    const mutation = low !== undefined && limit <= low ? 'below-minimum' : 'above-maximum';
    return { limit, mutation };
  });
}

/** The length above which a text or list is too large to generate for every case. */
export const maxGeneratedLength = 10_000;

/** The lengths at and next to the limits. */
function lengths({ min, max }: SchemaBounds) {
  return around({ min, max })
    .map(({ limit, mutation }) => ({
      limit: Number(limit),
      mutation: mutation === 'below-minimum' ? 'too-few' : 'too-many',
    }))
    .filter(({ limit }) => limit >= 0 && limit <= maxGeneratedLength);
}

/** Repeats the items of a list up to a count; a list without items stays empty. */
export function repeatedItems(valid: unknown, count: number): unknown[] {
  if (!Array.isArray(valid) || valid.length === 0) return [];
  return Array.from({ length: count }, (_, at) => valid[at % valid.length]);
}
