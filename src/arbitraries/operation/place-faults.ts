import type { z } from 'zod';
import { type SchemaBounds, schemaBounds } from './schema-bounds.js';
import { absent, type SchemaPlace } from './schema-places.js';

/** Something wrong with the value at a place. */
export interface PlaceFault {
  /** In lower case with dashes. */
  readonly fault: string;
  /** Why it is wrong, as a sentence that follows the path: `is above the maximum 100.` */
  readonly reason: string;
  /** Values that have it, made from a right one; some may happen to be right. */
  readonly bad: (value: unknown) => readonly unknown[];
}

/** Too much of a text or a list to be written for every case. */
const mostWritten = 10_000;

/**
 * Lists what can be wrong at a place. In a query all values are texts: there a text is no other type than a number, and
 * null is a text.
 */
export function placeFaults({ steps, schema, isOptional }: SchemaPlace, isQuery: boolean): PlaceFault[] {
  const isMember = typeof steps.at(-1) === 'string' && steps.at(-1) !== '[]' && steps.at(-1) !== '*';
  const ofType = isQuery ? queryFaults(schema, isOptional, steps.length) : bodyFaults(schema);
  return [
    ...(isMember && !isOptional ? [missing] : []),
    ...ofType,
    ...boundFaults(schema),
    ...memberFaults(schema),
  ];
}

const missing: PlaceFault = { fault: 'missing', reason: 'is missing.', bad: () => [absent] };

function bodyFaults(schema: z.core.$ZodType): PlaceFault[] {
  const { type } = schema._zod.def;
  const others = otherTypes[type] ?? [];
  return [
    { fault: 'wrong-type', reason: `is not of the type ${type}.`, bad: () => others },
    { fault: 'null', reason: 'is null.', bad: () => [null] },
    ...(type === 'number' || type === 'bigint'
      ? [
          {
            fault: 'digits-as-text',
            reason: 'is a number written as a text.',
            bad: (value: unknown) => [String(value)],
          },
        ]
      : []),
  ];
}

/** Values of another type for each; those of a choice may be anything that is none of the choices. */
const otherTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, [], {}],
  number: ['seven', true, [], {}],
  bigint: ['seven', true, [], {}],
  boolean: ['true', 1, [], {}],
  null: ['null', 0, {}],
  object: ['text', 7, []],
  record: ['text', 7, []],
  array: ['text', 7, {}],
  tuple: ['text', 7, {}],
  literal: ['no-such-choice', -7, {}],
  enum: ['no-such-choice', -7, {}],
  union: [{}, [], 'no-such-choice', -7],
  template_literal: [7, true, [], {}],
};

function queryFaults(schema: z.core.$ZodType, isOptional: boolean, depth: number): PlaceFault[] {
  if (depth === 0) return [];
  const { type } = schema._zod.def;
  const isList = type === 'array' || type === 'tuple';
  return [
    {
      fault: 'wrong-form',
      reason: 'is a text that cannot be read as what is asked for.',
      bad: () => ['seven', '%', '1e400', '0x', 'no-such-choice'],
    },
    // Many servers read an empty parameter as one that is not there.
    ...(isOptional ? [] : [{ fault: 'empty', reason: 'is empty.', bad: () => [''] }]),
    ...(isList || depth > 1
      ? []
      : [
          {
            fault: 'repeated',
            reason: 'is there more than once; readers differ in which of them they take.',
            bad: (value: unknown) => [[value, value]],
          },
        ]),
  ];
}

function boundFaults(schema: z.core.$ZodType): PlaceFault[] {
  const { type } = schema._zod.def;
  const bounds = schemaBounds(schema);
  if (type === 'number' || type === 'bigint') return numberFaults(type, bounds);
  if (type === 'array') return lengthFaults(bounds, 'items', repeatedItems);
  if (type !== 'string') return [];
  return [
    ...lengthFaults(bounds, 'characters', (_, count) => ['a'.repeat(count)]),
    {
      fault: 'wrong-form',
      reason: 'has not the form that is asked for.',
      bad: (value) => ['', ' ', 'no such text', `${value} `, ` ${value}`, `${value}\u0000`, `${value}é`],
    },
  ];
}

function numberFaults(type: 'number' | 'bigint', bounds: SchemaBounds): PlaceFault[] {
  const { min, above, max, below, multipleOf } = bounds;
  const low = min ?? above;
  const high = max ?? below;
  const faults: PlaceFault[] = [];
  const isBig = type === 'bigint';
  if (low !== undefined)
    faults.push({
      fault: 'below-minimum',
      reason: min === undefined ? `is not above ${low}.` : `is below the minimum ${low}.`,
      bad: () => [isBig ? BigInt(low) - 1n : Number(low) - 1, low],
    });
  if (high !== undefined)
    faults.push({
      fault: 'above-maximum',
      reason: max === undefined ? `is not below ${high}.` : `is above the maximum ${high}.`,
      bad: () => [isBig ? BigInt(high) + 1n : Number(high) + 1, high],
    });
  if (isBig || bounds.isWhole)
    faults.push({ fault: 'fraction', reason: 'has a fraction.', bad: (value) => [Number(value) + 0.5, 0.5] });
  if (multipleOf !== undefined)
    faults.push({
      fault: 'not-a-multiple',
      reason: `is no multiple of ${multipleOf}.`,
      bad: (value) => [isBig ? BigInt(value as bigint) + 1n : Number(value) + Number(multipleOf) / 2],
    });
  return faults;
}

function lengthFaults(
  { min = 0, max = Number.POSITIVE_INFINITY }: SchemaBounds,
  unit: string,
  sized: (value: unknown, count: number) => readonly unknown[],
): PlaceFault[] {
  const faults: PlaceFault[] = [];
  if (min > 0)
    faults.push({
      fault: 'too-few',
      reason: `has less than ${min} ${unit}.`,
      bad: (value) => sized(value, Number(min) - 1),
    });
  if (max < mostWritten)
    faults.push({
      fault: 'too-many',
      reason: `has more than ${max} ${unit}.`,
      bad: (value) => sized(value, Number(max) + 1),
    });
  return faults;
}

/** Those that are there, again and again. */
function repeatedItems(value: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  return [Array.from({ length: count }, (_, at) => value[at % value.length])];
}

/** Of an object that takes no other members than its own. */
function memberFaults(schema: z.core.$ZodType): PlaceFault[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object' || def.catchall?._zod.def.type !== 'never') return [];
  return [
    {
      fault: 'unknown-member',
      reason: 'has a member that there is not.',
      bad: (value) => [{ ...(value as object), noSuchMember: 'x' }],
    },
  ];
}
