import type { z } from 'zod';
import { unwrapped } from '../../contract/schema-introspection.js';

/** One step into a value: the name of a member, the place in a tuple, `[]` for any item, `*` for any member. */
export type PlaceStep = string | number;

/** A place in the values of a schema. */
export interface SchemaPlace {
  readonly steps: readonly PlaceStep[];
  /** Of the value there, without what makes it optional, nullable and the like. */
  readonly schema: z.core.$ZodType;
  /** Whether it is a member that may be left out. */
  readonly isOptional: boolean;
}

/** Lists the places of the values of a schema, each schema that stands within itself once. */
export function schemaPlaces(schema: z.core.$ZodType): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  collect(schema, [], places, []);
  return places;
}

function collect(
  outer: z.core.$ZodType,
  steps: readonly PlaceStep[],
  places: SchemaPlace[],
  open: readonly z.core.$ZodType[],
): void {
  const schema = unwrapped(outer);
  if (open.includes(schema)) return;
  const { def } = schema._zod;
  const into = (step: PlaceStep, inner: z.core.$ZodType): void =>
    collect(inner, [...steps, step], places, [...open, schema]);
  const here = (inner: z.core.$ZodType): void => collect(inner, steps, places, [...open, schema]);
  places.push({ steps, schema, isOptional: outer._zod.optin === 'optional' });
  switch (def.type) {
    case 'object':
      for (const [name, member] of Object.entries(def.shape)) into(name, member);
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

/** Stands for "nothing there" where a value is changed. */
export const absent = Symbol('absent');

/** A value with one place of it changed, and the path of that place. */
export interface ChangedValue {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/**
 * Copies a value with another one at a place, or nothing there. Undefined where it has no such place.
 *
 * @param pick - Which item or member it is where the place leaves that open: of so many, from 0.
 */
export function changedAt(
  value: unknown,
  steps: readonly PlaceStep[],
  pick: (count: number) => number,
  change: (value: unknown) => unknown,
): ChangedValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return { value: change(value), path: [] };
  const key = keyOf(value, step, pick);
  if (key === undefined) return undefined;
  const inner = changedAt((value as Record<PropertyKey, unknown>)[key], rest, pick, change);
  if (inner === undefined) return undefined;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  if (inner.value === absent) Reflect.deleteProperty(copy, key);
  else
    Object.defineProperty(copy, key, {
      value: inner.value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return { value: copy, path: [key, ...inner.path] };
}

function keyOf(value: unknown, step: PlaceStep, pick: (count: number) => number): PropertyKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const at = step === '[]' ? pick(value.length) : step;
    return typeof at === 'number' && at < value.length ? at : undefined;
  }
  const names = Object.keys(value);
  const name = step === '*' ? names[pick(names.length)] : step;
  return typeof name === 'string' && Object.hasOwn(value, name) ? name : undefined;
}
