import type { z } from 'zod';
import { memberAt, type Steps } from '../internal/json.js';
import { pathText } from '../internal/print.js';
import { definitionOf, isOptional, partsOf, unwrapped } from '../internal/schema-introspection.js';

/** One step into a value: the name of a member, the place in a tuple, `[]` for any item, `*` for any member. */
export type PlaceStep = string | number;

/** Returns the text of a place: `betaAssets[].amount`. */
export function placeText(place: readonly PlaceStep[]): string {
  return pathText(place).replaceAll('.[]', '[]');
}

/** A place in the values of a schema. */
export interface SchemaPlace {
  readonly steps: readonly PlaceStep[];
  /** The unwrapped schema of the value. */
  readonly schema: z.core.$ZodType;
  /** Whether it is an optional member. */
  readonly isOptional: boolean;
  /** Whether it is a named member of an object. */
  readonly isMember: boolean;
}

/** Returns the places in a schema; visits recursive schemas once. */
export function schemaPlaces(schema: z.core.$ZodType): SchemaPlace[] {
  return placesBelow(schema, [], false, []);
}

function placesBelow(
  outer: z.core.$ZodType,
  steps: readonly PlaceStep[],
  isMember: boolean,
  open: readonly z.core.$ZodType[],
): SchemaPlace[] {
  const schema = unwrapped(outer);
  if (open.includes(schema)) return [];
  const { type } = definitionOf(schema);
  const below = partsOf(schema).flatMap(({ step, schema: part }) => {
    if (step === undefined) return placesBelow(part, steps, isMember, [...open, schema]);
    // Members that an object does not name, and items that a tuple does not list, are not places.
    const isOther = (step === '*' || step === '[]') && type !== 'record' && type !== 'array';
    return isOther ? [] : placesBelow(part, [...steps, step], type === 'object', [...open, schema]);
  });
  return [{ steps, schema, isOptional: isOptional(outer), isMember }, ...below];
}

/**
 * Returns the path to a place in a value; undefined if there is none.
 *
 * @param item - Which of several items, capped at the last.
 */
export function stepsIn(value: unknown, place: readonly PlaceStep[], item: number): Steps | undefined {
  let inner = value;
  const steps: (string | number)[] = [];
  for (const step of place) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    const names = Object.keys(inner);
    if ((step === '[]' || step === '*') && names.length === 0) return undefined;
    const name = step === '[]' || step === '*' ? names[Math.min(item, names.length - 1)] : step;
    const key = Array.isArray(inner) ? Number(name) : (name as string);
    steps.push(key);
    inner = memberAt(inner, [key]);
  }
  return steps;
}
