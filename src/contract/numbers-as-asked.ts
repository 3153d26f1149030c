import type { z } from 'zod';
import { fitsOwn } from '../endpoint/parse-endpoint-request.js';
import { innerOf } from './unwrapped.js';

/**
 * Writes the integers of a JSON value as a schema asks for them. The reader gives a bigint for every integer; where the
 * schema has a number, one that a number holds exactly becomes a number. What fits neither stays as it was read.
 */
export function numbersAsAsked(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'number':
    case 'literal':
    case 'enum':
      return asksForNumber(def, value) ? Number(value) : value;
    case 'object':
      return mapMembers(value, (name) => (Object.hasOwn(def.shape, name) ? def.shape[name] : def.catchall));
    case 'record':
      return mapMembers(value, () => def.valueType);
    case 'array':
      return mapItems(value, () => def.element);
    case 'tuple':
      return mapItems(value, (at) => def.items[at] ?? def.rest ?? undefined);
    case 'union':
      return asFirstThatFits(def.options, value);
    case 'intersection':
      return numbersAsAsked(def.right, numbersAsAsked(def.left, value));
    default: {
      const inner = innerOf(schema as z.core.$ZodTypes);
      return inner === undefined ? value : numbersAsAsked(inner, value);
    }
  }
}

type NumberDef = z.core.$ZodNumberDef | z.core.$ZodLiteralDef<z.core.util.Literal> | z.core.$ZodEnumDef;

function asksForNumber(def: NumberDef, value: unknown): boolean {
  if (typeof value !== 'bigint') return false;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) return false;
  if (def.type === 'literal') return def.values.includes(number);
  return def.type === 'number' || Object.values(def.entries).includes(number);
}

function mapMembers(value: unknown, typeOf: (name: string) => z.core.$ZodType | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapped(typeOf(name), member)]),
  );
}

function mapItems(value: unknown, typeOf: (at: number) => z.core.$ZodType | undefined): unknown {
  return Array.isArray(value) ? value.map((item, at) => mapped(typeOf(at), item)) : value;
}

function mapped(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? value : numbersAsAsked(schema, value);
}

function asFirstThatFits(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const candidates = options.map((option) => ({ option, value: numbersAsAsked(option, value) }));
  const fitting = candidates.find((candidate) => fitsOwn(candidate.option, candidate.value));
  return fitting === undefined ? value : fitting.value;
}
