import type { z } from 'zod';
import { memberAt, type Steps } from '../contract/json.js';
import { pathText } from '../internal/print.js';
import { definitionOf, isOptional, unwrapped } from '../internal/schema-introspection.js';

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
  const places: SchemaPlace[] = [];
  collect(schema, [], false, places, []);
  return places;
}

function collect(
  outer: z.core.$ZodType,
  steps: readonly PlaceStep[],
  isMember: boolean,
  places: SchemaPlace[],
  open: readonly z.core.$ZodType[],
): void {
  const schema = unwrapped(outer);
  if (open.includes(schema)) return;
  const def = definitionOf(schema);
  const into = (step: PlaceStep, inner: z.core.$ZodType, isNamed = false): void =>
    collect(inner, [...steps, step], isNamed, places, [...open, schema]);
  const here = (inner: z.core.$ZodType): void => collect(inner, steps, isMember, places, [...open, schema]);
  places.push({ steps, schema, isOptional: isOptional(outer), isMember });
  switch (def.type) {
    case 'object':
      for (const [name, member] of Object.entries(def.shape)) into(name, member, true);
      return;
    case 'record':
      into('*', def.valueType);
      return;
    case 'array':
      into('[]', def.element);
      return;
    case 'tuple':
      for (const [at, item] of def.items.entries()) into(at, item);
      return;
    case 'union':
      for (const option of def.options) here(option);
      return;
    case 'intersection':
      here(def.left);
      here(def.right);
  }
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
