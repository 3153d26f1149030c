import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { innerOf, schemaBounds } from '../../contract/schema-introspection.js';
import { cannotDraw, checked, fitting, TooDeep } from './fitting.js';
import { bigintsOf, numbersOf } from './number-of.js';
import { textsOf } from './text-of.js';

/** How to draw the values of a schema. */
export interface SchemaValueOptions {
  /** Give every member, and no list empty, so that there is a place for every fault. Default: false. */
  readonly isFull?: boolean | undefined;
}

/** How often a schema may stand within itself. */
const mostNested = 2;
const mostItems = 4;

/**
 * Makes an arbitrary of the JSON values that fit a zod schema, integers as the schema has them. Each value fits: what
 * refinements refuse is drawn again.
 *
 * @param path - Where the schema stands, for messages.
 * @throws {UsageError} with the path of a schema whose values cannot be drawn: JSON has none, or its refinements and
 * patterns are not met by chance.
 */
export function schemaValues(
  schema: z.core.$ZodType,
  path: string,
  options: SchemaValueOptions = {},
): Arbitrary<unknown> {
  return new SchemaReader(options.isFull ?? false).valuesOf(schema, path);
}

class SchemaReader {
  readonly #isFull: boolean;
  readonly #open: z.core.$ZodType[] = [];

  constructor(isFull: boolean) {
    this.#isFull = isFull;
  }

  valuesOf(schema: z.core.$ZodType, path: string): Arbitrary<unknown> {
    try {
      return this.#read(schema, path);
    } catch (error) {
      if (error instanceof TooDeep) throw cannotDraw(path, 'it stands within itself without an end');
      throw error;
    }
  }

  #read(schema: z.core.$ZodType, path: string): Arbitrary<unknown> {
    if (this.#open.filter((open) => open === schema).length > mostNested) throw new TooDeep();
    this.#open.push(schema);
    try {
      return this.#values(schema, path);
    } finally {
      this.#open.pop();
    }
  }

  #values(schema: z.core.$ZodType, path: string): Arbitrary<unknown> {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'string':
        return fitting(schema, path, () => textsOf(schema));
      case 'template_literal':
        return fitting(schema, path, () => [
          fc.stringMatching((schema as z.core.$ZodTemplateLiteral)._zod.pattern),
        ]);
      case 'number':
        return fitting(schema, path, () => [numbersOf(schema)]);
      case 'bigint':
        return fitting(schema, path, () => [bigintsOf(schema)]);
      case 'boolean':
        return checked(schema, path, fc.boolean());
      case 'null':
        return fc.constant(null);
      case 'any':
      case 'unknown':
        return checked(schema, path, fc.jsonValue({ maxDepth: 2 }));
      case 'literal':
        return fitting(schema, path, () => [
          fc.constantFrom(...def.values.filter((value) => value !== undefined)),
        ]);
      case 'enum':
        return fitting(schema, path, () => [fc.constantFrom(...(schema._zod.values ?? []))]);
      case 'object':
        return checked(schema, path, this.#object(def, path));
      case 'record':
        return checked(schema, path, this.#record(def, path));
      case 'array':
        return checked(schema, path, this.#array(schema, def.element, path));
      case 'tuple':
        return checked(schema, path, this.#tuple(def, path));
      case 'nullable':
        return this.#nullable(def.innerType, path);
      case 'union':
        return checked(schema, path, this.#union(def.options, path));
      case 'intersection':
        return fitting(schema, path, () => [this.#both(def, path)]);
      default:
        return this.#wrapped(schema as z.core.$ZodTypes, path);
    }
  }

  #wrapped(schema: z.core.$ZodTypes, path: string): Arbitrary<unknown> {
    const { type } = schema._zod.def;
    const inner = innerOf(schema);
    if (inner === undefined)
      throw cannotDraw(path, `${type} is nothing that JSON has, or tells nothing of its values`);
    // A preprocessed value may be anything: what fits afterwards mostly fits before.
    return type === 'pipe'
      ? fitting(schema, path, () => [this.#read(inner, path)])
      : checked(schema, path, this.#read(inner, path));
  }

  #object({ shape }: z.core.$ZodObjectDef, path: string): Arbitrary<unknown> {
    const members: Record<string, Arbitrary<unknown>> = {};
    const required: string[] = [];
    for (const [name, member] of Object.entries(shape)) {
      const isOptional = member._zod.optin === 'optional';
      const values = this.#unlessTooDeep(member, `${path}.${name}`, isOptional);
      if (values === undefined) continue;
      Object.defineProperty(members, name, { value: values, enumerable: true });
      if (!isOptional || this.#isFull) required.push(name);
    }
    return fc.record(members, { requiredKeys: required, noNullPrototype: true });
  }

  /** Undefined where it stands too deep and may be left out. */
  #unlessTooDeep(
    schema: z.core.$ZodType,
    path: string,
    mayBeLeftOut: boolean,
  ): Arbitrary<unknown> | undefined {
    try {
      return this.#read(schema, path);
    } catch (error) {
      if (error instanceof TooDeep && mayBeLeftOut) return undefined;
      throw error;
    }
  }

  #record({ keyType, valueType }: z.core.$ZodRecordDef, path: string): Arbitrary<unknown> {
    const names = keyType._zod.values;
    const values = this.#unlessTooDeep(valueType, `${path}.*`, names === undefined);
    if (values === undefined) return fc.constant({});
    if (names !== undefined)
      return fc.record(Object.fromEntries([...names].map((name) => [String(name), values])), {
        noNullPrototype: true,
      });
    const keys = this.#read(keyType, `${path} (its names)`) as Arbitrary<string>;
    const safe = keys.filter((name) => name !== '__proto__');
    return fc.dictionary(safe, values, {
      minKeys: this.#isFull ? 1 : 0,
      maxKeys: mostItems,
      noNullPrototype: true,
    });
  }

  #array(schema: z.core.$ZodType, element: z.core.$ZodType, path: string): Arbitrary<unknown> {
    const { min = 0, max = Number.POSITIVE_INFINITY } = schemaBounds(schema);
    const items = this.#unlessTooDeep(element, `${path}[]`, min === 0);
    if (items === undefined) return fc.constant([]);
    const most = Number(max);
    const least = Math.min(Math.max(Number(min), this.#isFull ? 1 : 0), most);
    return fc.array(items, { minLength: least, maxLength: Math.min(most, least + mostItems) });
  }

  #tuple({ items, rest }: z.core.$ZodTupleDef, path: string): Arbitrary<unknown> {
    const first = fc.tuple(...items.map((item, at) => this.#read(item, `${path}[${at}]`)));
    if (rest === null) return first;
    const more = fc.array(this.#read(rest, `${path}[]`), { maxLength: mostItems });
    return fc.tuple(first, more).map(([head, tail]) => [...head, ...tail]);
  }

  #nullable(inner: z.core.$ZodType, path: string): Arbitrary<unknown> {
    const values = this.#unlessTooDeep(inner, path, true);
    if (values === undefined) return fc.constant(null);
    return this.#isFull ? values : fc.option(values, { nil: null, freq: 4 });
  }

  #union(options: readonly z.core.$ZodType[], path: string): Arbitrary<unknown> {
    const read = options.flatMap((option) => this.#unlessTooDeep(option, path, true) ?? []);
    if (read.length === 0) throw new TooDeep();
    return fc.oneof(...read);
  }

  #both({ left, right }: z.core.$ZodIntersectionDef, path: string): Arbitrary<unknown> {
    const sides = fc.tuple(this.#read(left, path), this.#read(right, path));
    return sides.map(([one, other]) => (isObject(one) && isObject(other) ? { ...one, ...other } : one));
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
