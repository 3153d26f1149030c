import { z } from 'zod';
import { metaOf } from '../internal/options.js';
import { unwrapped } from '../internal/schema-introspection.js';
import type { Flag } from './flag.js';
import { decimal } from './values/decimal.js';
import { durationMs } from './values/duration-ms.js';
import { integer } from './values/integer.js';
import { oneOf } from './values/one-of.js';
import { text } from './values/text.js';
import type { ValueReader } from './values/value-reader.js';

/**
 * Returns the flags of an option set by option: one for each member whose `.meta()` has a flag. The help text ends with
 * the default, unless the description does. Values are read according to the schema of the option.
 *
 * @param shape - The members of the option set, including those of its groups.
 * @param readers - Readers of options whose schema does not determine how to read a text.
 */
export function flagsOf<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  readers: Readonly<Record<string, ValueReader<unknown>>> = {},
  under = '',
): Record<string, Flag> {
  const flags: [string, Flag][] = Object.entries(shape).flatMap(([member, schema]): [string, Flag][] => {
    const option = under + member;
    const base = unwrapped(schema);
    const { flag: usage, heading, description = '', secret = false } = metaOf(schema);
    if (usage !== undefined) {
      const read = readers[option] ?? readerOf(option, base);
      const about = withDefault(description, option, schema);
      const isRepeatable = base instanceof z.ZodArray && !read.isList;
      return [[option, { usage, about, heading, read, isRepeatable, isConcealed: secret }]];
    }
    return base instanceof z.ZodObject ? Object.entries(flagsOf(base.shape, readers, `${option}.`)) : [];
  });
  return Object.fromEntries(flags);
}

function readerOf(option: string, schema: z.core.$ZodType): ValueReader<unknown> {
  if (schema instanceof z.ZodNumber) {
    const [min, max] = [schema.minValue ?? 0, schema.maxValue ?? Number.MAX_SAFE_INTEGER];
    if (option.endsWith('Ms')) return durationMs(min, max);
    return schema.isInt ? integer(min, max) : decimal(min, max);
  }
  if (schema instanceof z.ZodEnum) return oneOf(...schema.options.map(String));
  return text;
}

function withDefault(description: string, option: string, schema: z.ZodType): string {
  if (!(schema instanceof z.ZodDefault) || description.includes('(default:')) return description;
  const value = schema.def.defaultValue;
  if (typeof value !== 'number' && typeof value !== 'string') return description;
  const shown = option.endsWith('Ms') ? durationText(value as number) : String(value);
  return `${description} (default: ${shown})`;
}

function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
