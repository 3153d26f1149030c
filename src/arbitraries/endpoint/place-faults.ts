import type { z } from 'zod';
import { type SchemaBounds, schemaBounds } from '../../contract/schema-introspection.js';
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

/** The parts of a request. */
export type RequestPart = 'params' | 'query' | 'body';

/**
 * Lists what can be wrong at a place. In a query and in a path all values are texts: there a text is no other type than a
 * number, and null is a text. Nothing can be missing or empty in a path: that would be another path.
 */
export function placeFaults({ steps, schema, isOptional }: SchemaPlace, part: RequestPart): PlaceFault[] {
  const isMember = typeof steps.at(-1) === 'string' && steps.at(-1) !== '[]' && steps.at(-1) !== '*';
  const isMissable = isMember && !isOptional && part !== 'params';
  // Many servers read an empty parameter as one that is not there.
  const isEmptiable = part === 'query' && steps.length === 1 && !isOptional;
  return [
    ...(isMissable ? [missing] : []),
    ...(isEmptiable ? [empty] : []),
    ...(part === 'body' ? bodyFaults(schema) : textFaults(schema, steps.length)),
    ...boundFaults(schema, part),
    ...memberFaults(schema),
  ];
}

const missing: PlaceFault = { fault: 'missing', reason: 'is missing.', bad: () => [absent] };
const empty: PlaceFault = { fault: 'empty', reason: 'is empty.', bad: () => [''] };

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

/** Of values that are written as texts; those of a text are of its form, and those of a list of its items. */
function textFaults(schema: z.core.$ZodType, depth: number): PlaceFault[] {
  const { type } = schema._zod.def;
  if (depth === 0 || type === 'string' || type === 'array') return [];
  return [
    {
      fault: 'wrong-form',
      reason: 'is a text that cannot be read as what is asked for.',
      // Not `1e400` and its like: a number of JSON in a legal spelling may be read.
      bad: () => ['seven', '%', '1e', '0x', 'no-such-choice'],
    },
  ];
}

function boundFaults(schema: z.core.$ZodType, part: RequestPart): PlaceFault[] {
  const { type } = schema._zod.def;
  const bounds = schemaBounds(schema);
  if (type === 'number' || type === 'bigint') return numberFaults(type, bounds);
  if (type === 'array') return lengthFaults(bounds, 'items', repeatedItems);
  if (type !== 'string') return [];
  return [
    ...lengthFaults(bounds, 'characters', (_, count) =>
      // An empty one is a fault of its own, or none.
      count === 0 && part !== 'body' ? [] : ['a'.repeat(count)],
    ),
    ...formFaults(schema, bounds),
  ];
}

/** Of texts that have a form: of the right length, or that would be what is wrong. */
function formFaults(schema: z.core.$ZodType, { min = 0, max = Infinity }: SchemaBounds): PlaceFault[] {
  if (!hasForm(schema)) return [];
  return [
    {
      fault: 'wrong-form',
      reason: 'has not the form that is asked for.',
      bad: (value) => {
        const text = String(value);
        const last = text.slice(0, -1);
        return [
          '',
          ' ',
          'no such text',
          ...[' ', '\u0000', 'é'].flatMap((odd) => [text + odd, odd + text, last + odd]),
        ].filter(({ length }) => length >= min && length <= max);
      },
    },
  ];
}

/** Whether more is asked of a text than a length. */
function hasForm(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  return 'format' in def || (def.checks ?? []).some(({ _zod }) => !lengthChecks.has(_zod.def.check));
}

const lengthChecks: ReadonlySet<string> = new Set(['min_length', 'max_length', 'length_equals']);

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
