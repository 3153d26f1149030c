import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { type Format, factsOf, formats } from '../../contract/formats.js';
import { fits } from '../../endpoint/endpoint-schemas.js';
import { UsageError } from '../../errors.js';
import { isObject } from '../../internal/objects.js';
import {
  definitionOf,
  hasChecks,
  innerOf,
  isOptional,
  knownValues,
  type SchemaBounds,
  schemaBounds,
  templatePattern,
  tokenAlgorithm,
} from '../../internal/schema-introspection.js';
import { constantsOr } from '../values/combinators.js';
import { anyCharacter, textsOf } from '../values/values.js';

/** Options of {@link schemaValues}. */
interface SchemaValueOptions {
  /** Give every member, and no list empty, so that there is a place for every fault. Default: false. */
  readonly isFull?: boolean | undefined;
}

/** The maximum depth of recursive schemas. */
const maxDepth = 2;
const maxItems = 4;

/**
 * Returns an arbitrary of JSON values that match a zod schema, with integers of the schema's type. Values that
 * refinements reject are generated again.
 *
 * @param path - The path of the schema, for messages.
 * @throws {UsageError} with the path of a schema whose values cannot be generated: JSON has none, or its refinements
 * and patterns are not met by chance.
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
      if (error instanceof TooDeep) throw cannotGenerate(path, 'it is infinitely recursive');
      throw error;
    }
  }

  #read(schema: z.core.$ZodType, path: string): Arbitrary<unknown> {
    if (this.#open.filter((open) => open === schema).length > maxDepth) throw new TooDeep();
    this.#open.push(schema);
    try {
      return this.#values(schema, path);
    } finally {
      this.#open.pop();
    }
  }

  #values(schema: z.core.$ZodType, path: string): Arbitrary<unknown> {
    const def = definitionOf(schema);
    switch (def.type) {
      case 'string':
        return fitting(schema, path, () => textCandidates(schema));
      case 'template_literal':
        return fitting(schema, path, () => [fc.stringMatching(templatePattern(schema))]);
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
        return fitting(schema, path, () => [fc.constantFrom(...(knownValues(schema) ?? []))]);
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
    const { type } = definitionOf(schema);
    const inner = innerOf(schema);
    if (inner === undefined)
      throw cannotGenerate(path, `${type} has no JSON form or does not describe its values`);
    // Preprocessed input may be anything; output values are mostly valid input.
    return type === 'pipe'
      ? fitting(schema, path, () => [this.#read(inner, path)])
      : checked(schema, path, this.#read(inner, path));
  }

  #object({ shape }: z.core.$ZodObjectDef, path: string): Arbitrary<unknown> {
    const members: Record<string, Arbitrary<unknown>> = {};
    const required: string[] = [];
    for (const [name, member] of Object.entries(shape)) {
      const mayBeLeftOut = isOptional(member);
      const values = this.#unlessTooDeep(member, `${path}.${name}`, mayBeLeftOut);
      if (values === undefined) continue;
      Object.defineProperty(members, name, { value: values, enumerable: true });
      if (!mayBeLeftOut || this.#isFull) required.push(name);
    }
    return fc.record(members, { requiredKeys: required, noNullPrototype: true });
  }

  /** Returns undefined if an optional schema is nested too deeply. */
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
    const names = knownValues(keyType);
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
      maxKeys: maxItems,
      noNullPrototype: true,
    });
  }

  #array(schema: z.core.$ZodType, element: z.core.$ZodType, path: string): Arbitrary<unknown> {
    const { min = 0, max = Number.POSITIVE_INFINITY } = schemaBounds(schema);
    const items = this.#unlessTooDeep(element, `${path}[]`, min === 0);
    if (items === undefined) return fc.constant([]);
    const most = Number(max);
    const least = Math.min(Math.max(Number(min), this.#isFull ? 1 : 0), most);
    return fc.array(items, { minLength: least, maxLength: Math.min(most, least + maxItems) });
  }

  #tuple({ items, rest }: z.core.$ZodTupleDef, path: string): Arbitrary<unknown> {
    const first = fc.tuple(...items.map((item, at) => this.#read(item, `${path}[${at}]`)));
    if (rest === null) return first;
    const more = fc.array(this.#read(rest, `${path}[]`), { maxLength: maxItems });
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

/** How many samples decide whether a schema can be satisfied by chance. */
const trials = [5, 195];

/** Thrown if a schema recurses too deeply; caught where the value is optional. */
class TooDeep extends Error {}

/** Filters by the refinements of a schema. */
export function checked(
  schema: z.core.$ZodType,
  path: string,
  values: Arbitrary<unknown>,
): Arbitrary<unknown> {
  return hasChecks(schema) ? fitting(schema, path, () => [values]) : values;
}

/**
 * Returns the first arbitrary that generates matching values, filtered.
 *
 * @throws {UsageError} with the path, if no generated value matches, or nothing can be generated.
 */
function fitting(
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
    throw cannotGenerate(path, (error as Error).message, error);
  }
  throw cannotGenerate(path, 'none of the values tried met its refinements');
}

/** Creates the error for a schema whose values cannot be generated. */
function cannotGenerate(path: string, why: string, cause?: unknown): UsageError {
  return new UsageError(
    `No values can be generated for ${path}: ${why}`,
    [{ advice: 'describe it by a schema of JSON values, or leave the endpoint out of campaigns' }],
    cause,
  );
}

/** Generates numbers within the bounds of a schema, integers if required. Not all may match. */
function numbersOf(schema: z.core.$ZodType): Arbitrary<number> {
  const { min, above, max, below, multipleOf, isWhole } = schemaBounds(schema);
  const low = Number(min ?? above ?? Number.MIN_SAFE_INTEGER);
  const high = Number(max ?? below ?? Number.MAX_SAFE_INTEGER);
  if (multipleOf !== undefined) {
    const step = Number(multipleOf);
    return fc.integer(wholeBounds(low / step, high / step)).map(
      (count) => count * step,
      (value) => Math.round(numberIn(value) / step),
    );
  }
  const whole = wholeBounds(low, high);
  if (isWhole) return fc.integer(whole);
  const any = fc.double({ min: low, max: high, noNaN: true });
  return whole.min > whole.max ? any : fc.oneof(fc.integer(whole), any);
}

const widest = 2n ** 64n;

/** Generates bigints within the bounds of a schema, up to slightly more than 64 bits without one. */
function bigintsOf(schema: z.core.$ZodType): Arbitrary<bigint> {
  const { min, above, max, below, multipleOf = 1n } = schemaBounds(schema);
  const given = { low: min ?? above, high: max ?? below };
  const low =
    given.low === undefined ? smaller(-widest, BigInt(given.high ?? 0) - widest) : BigInt(given.low);
  const high = given.high === undefined ? larger(widest, low + widest) : BigInt(given.high);
  const step = BigInt(multipleOf);
  return fc.bigInt({ min: low / step, max: high / step }).map(
    (count) => count * step,
    (value) => {
      if (typeof value !== 'bigint') throw new TypeError('not a bigint');
      return value / step;
    },
  );
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function wholeBounds(min: number, max: number): { readonly min: number; readonly max: number } {
  return {
    min: Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER),
    max: Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER),
  };
}

function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError('not a number');
}

/** The range above the minimum length if there is no maximum. */
const roomAbove = 32;

/** Common values of texts without a pattern: switches. */
const customary = fc.constantFrom('true', 'false', 'yes', 'no', 'on', 'off', '1', '0');

/** The length of a text. */
interface Length {
  readonly minLength: number;
  readonly maxLength: number;
}

/**
 * Returns arbitraries for texts of a schema, the most promising first. Not all of their values need to match.
 *
 * @throws {Error} from fast-check, if it does not support a pattern.
 */
function textCandidates(schema: z.core.$ZodType): Arbitrary<string>[] {
  const format = factsOf(schema)?.format;
  if (format !== undefined) return [formatTexts(format)];
  const bounds = schemaBounds(schema);
  const { prefix = '', suffix = '', within = '', min = 0, max } = bounds;
  const around = prefix.length + suffix.length + within.length;
  const minLength = Math.max(Number(min) - around, 0);
  const maxLength = Math.max(Math.min(Number(max ?? Infinity) - around, minLength + roomAbove), 0);
  const texts = unframed(schema, bounds, { minLength, maxLength });
  if (around === 0) return texts;
  const framed = texts.map((text) =>
    fc
      .tuple(text, fc.nat())
      .map(([text, at]) => `${prefix}${withPart(text, within, at % (text.length + 1))}${suffix}`),
  );
  return bounds.format === undefined ? framed : [...texts, ...framed];
}

/** Generates texts of a format of the interface. */
function formatTexts({ name, allowsEmpty }: Format): Arbitrary<string> {
  const texts = textsOf[name]();
  return allowsEmpty ? constantsOr([''], texts, 3) : texts;
}

function withPart(text: string, part: string, at: number): string {
  return text.slice(0, at) + part + text.slice(at);
}

function unframed(schema: z.core.$ZodType, bounds: SchemaBounds, length: Length): Arbitrary<string>[] {
  const named = textOfFormat(schema, bounds.format);
  if (named !== undefined) return [named];
  const isMeasured = bounds.min !== undefined || bounds.max !== undefined;
  if (bounds.patterns.length > 0)
    return bounds.patterns.flatMap((pattern) => {
      const matching = textsMatching(pattern);
      return isMeasured ? [stretched(matching, length), matching] : [matching];
    });
  const plain = fc.string(length);
  return [fc.oneof({ weight: 3, arbitrary: plain }, fc.string({ ...length, unit: anyCharacter })), customary];
}

/**
 * Generates texts of a pattern. That of a format of the interface has the texts of the format: it cannot express, for example,
 * the checksum of an address, without which services reject one. Texts of a pattern that fast-check only supports without its
 * assertions may not match.
 */
function textsMatching(pattern: RegExp): Arbitrary<string> {
  const format = Object.values(formats).find((one) => one.pattern === pattern.source);
  if (format !== undefined) return formatTexts(format);
  try {
    return fc.stringMatching(pattern);
  } catch {
    return fc.stringMatching(new RegExp(simplified(pattern.source), pattern.flags));
  }
}

/**
 * Removes lookaheads, lookbehinds, `\b` and `\B` from the source of a regular expression, and escapes the dash of `[\w-.]`,
 * which fast-check reads as a range.
 */
function simplified(source: string): string {
  let kept = '';
  let depth = 0;
  // Escapes, classes, the starts of assertions, and other characters.
  for (const [token] of source.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|[\s\S]/g)) {
    if (depth > 0) depth += token.startsWith('(') ? 1 : token === ')' ? -1 : 0;
    else if (/^\(\?<?[=!]/.test(token)) depth = 1;
    else if (!/^\\[bB]$/.test(token))
      kept += token.startsWith('[') ? token.replace(/(?<=\\[dswDSW])-|-(?=\\[dswDSW])/g, '\\-') : token;
  }
  return kept;
}

/** Concatenates matches of a pattern to a length: their common prefix, then the rest of each. */
function stretched(matching: Arbitrary<string>, { minLength, maxLength }: Length): Arbitrary<string> {
  const some = fc.array(matching, { minLength: 2, maxLength: 2 + minLength + roomAbove, size: 'max' });
  return fc.tuple(some, fc.integer({ min: minLength, max: maxLength })).map(([texts, length]) => {
    const start = commonStart(texts);
    return (start + texts.map((text) => text.slice(start.length)).join('')).slice(0, length);
  });
}

function commonStart([first = '', ...others]: readonly string[]): string {
  const differs = [...first].findIndex((character, at) => others.some((text) => text[at] !== character));
  return differs === -1 ? first : first.slice(0, differs);
}

const milliseconds = { min: Date.UTC(1970), max: Date.UTC(2100) };
const instants = fc.integer(milliseconds).map((ms) => new Date(ms).toISOString());

/** Formats whose patterns fast-check does not support, or generates badly. Created lazily: webUrl takes a second. */
const byFormat: Readonly<Record<string, () => Arbitrary<string>>> = {
  email: () => fc.emailAddress(),
  url: () => fc.webUrl(),
  uuid: () => fc.uuid(),
  guid: () => fc.uuid(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  base64: () => fc.base64String(),
  datetime: () =>
    fc.oneof(
      instants,
      instants.map((instant) => instant.replace(/\.\d+/, '')),
    ),
  duration: () => fc.tuple(fc.nat(99), fc.nat(99)).map(([days, seconds]) => `P${days}DT${seconds}S`),
  hostname: () => fc.domain(),
  date: () => instants.map((instant) => instant.slice(0, 10)),
  time: () => instants.map((instant) => instant.slice(11, 19)),
  json_string: () => fc.json(),
};

/** Generates texts of a named format; undefined if its pattern suffices or it has no name. */
function textOfFormat(schema: z.core.$ZodType, format: string | undefined): Arbitrary<string> | undefined {
  if (format === 'jwt') return tokens(tokenAlgorithm(schema) ?? 'HS256');
  return format === undefined ? undefined : byFormat[format]?.();
}

/** Unsigned JWTs: header, claims and a random signature. */
function tokens(alg: string): Arbitrary<string> {
  const header = base64url(JSON.stringify({ alg, typ: 'JWT' }));
  const claims = fc.record({ sub: fc.string(), iat: fc.nat() }).map((claim) => JSON.stringify(claim));
  const signatures = fc.string({ minLength: 32, maxLength: 32 });
  return fc.tuple(claims, signatures).map((parts) => [header, ...parts.map(base64url)].join('.'));
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
