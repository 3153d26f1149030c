import type { z } from 'zod';

// What is known of a schema besides what it accepts. It uses only the definitions that zod documents for library authors.

/** Returns why a value is not a zod 4 schema, or declares a member that zod cannot read. */
export function schemaIssue(value: unknown): string | undefined {
  if (!(typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value))
    return 'must be a schema of zod 4';
  const shapes = schemasIn(value as unknown as z.core.$ZodType).map(({ schema }) => {
    const def = definitionOf(schema);
    return def.type === 'object' ? def.shape : {};
  });
  const name = shapes.flatMap(Object.keys).find(isInherited);
  return name === undefined ? undefined : `must not declare the member ${name}: it ${inheritedIssue}`;
}

/** Returns whether every object has a member of this name. If it is absent, zod reads the inherited one. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Why no schema can declare a member for which {@link isInherited} is true. */
export const inheritedIssue = 'has a name that every JavaScript object has, so leave it undeclared';

/** The definition of a schema: its type and its parts. */
type SchemaDefinition = z.core.$ZodTypes['_zod']['def'];

/** Returns the definition of a schema, discriminated by `type`. */
export function definitionOf(schema: z.core.$ZodType): SchemaDefinition {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Returns whether a member with this schema may be omitted. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional';
}

/** Returns whether an object schema rejects unknown members. */
export function isStrict(schema: z.core.$ZodType): boolean {
  const def = definitionOf(schema);
  return def.type === 'object' && def.catchall !== undefined && definitionOf(def.catchall).type === 'never';
}

/** Returns the values of a schema with a finite set, such as an enum. */
export function knownValues(schema: z.core.$ZodType): ReadonlySet<unknown> | undefined {
  return schema._zod.values;
}

/** Returns the pattern of a template literal. */
export function templatePattern(schema: z.core.$ZodType): RegExp {
  return (schema as z.core.$ZodTemplateLiteral)._zod.pattern;
}

/** Returns whether a schema has checks or refinements. */
export function hasChecks(schema: z.core.$ZodType): boolean {
  return (schema._zod.def.checks ?? []).length > 0;
}

/** Returns whether a text schema has constraints other than length. */
export function hasForm(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  return 'format' in def || (def.checks ?? []).some(({ _zod }) => !lengthChecks.has(_zod.def.check));
}

const lengthChecks: ReadonlySet<string> = new Set(['min_length', 'max_length', 'length_equals']);

/** Returns the signing algorithm of a JWT schema; undefined if any is accepted. */
export function tokenAlgorithm(schema: z.core.$ZodType): string | undefined {
  return (schema._zod.def as z.core.$ZodJWTDef).alg;
}

/** Unwraps optional, nullable, readonly, default, lazy and pipe schemas. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  const inner = innerOf(known);
  return inner === undefined ? known : unwrapped(inner);
}

/** Returns the schema inside a wrapper; undefined for other schemas. For preprocess it is the output schema. */
export function innerOf(schema: z.core.$ZodTypes): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return def.innerType;
    case 'lazy':
      // The getter may create a new schema each time; zod caches this one.
      return (schema as z.core.$ZodLazy)._zod.innerType;
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? def.out : def.in;
    default:
      return undefined;
  }
}

/** How a schema consists of others. Every walk over schemas asks for it, so that all of them know the same parts. */
export type Structure =
  /** A value without parts. */
  | { readonly kind: 'value' }
  /** A union has several options, an intersection two sides, and a wrapper such as `.optional()` one schema. */
  | { readonly kind: 'union' | 'intersection' | 'wrapper'; readonly options: readonly z.core.$ZodType[] }
  | ContainerStructure;

/** An object or a list. */
export interface ContainerStructure {
  readonly kind: 'object' | 'list';
  /** The members of an object by name, the first items of a tuple by index. */
  readonly members: Readonly<Record<PropertyKey, z.core.$ZodType>>;
  /** The schema of all others: the items of a list, the values of a record, the catchall of an object. */
  readonly rest: z.core.$ZodType | undefined;
}

/** Returns how a schema consists of others. */
export function structureOf(schema: z.core.$ZodType): Structure {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return { kind: 'object', members: def.shape, rest: def.catchall };
    case 'record':
      return { kind: 'object', members: {}, rest: def.valueType };
    case 'array':
      return { kind: 'list', members: {}, rest: def.element };
    case 'tuple':
      return { kind: 'list', members: Object.fromEntries(def.items.entries()), rest: def.rest ?? undefined };
    case 'union':
      return { kind: 'union', options: def.options };
    case 'intersection':
      return { kind: 'intersection', options: [def.left, def.right] };
    default: {
      const inner = innerOf(schema as z.core.$ZodTypes);
      return inner === undefined ? { kind: 'value' } : { kind: 'wrapper', options: [inner] };
    }
  }
}

/** Returns the schema of one member of an object or item of a list. */
export function memberSchema(
  { members, rest }: ContainerStructure,
  key: PropertyKey,
): z.core.$ZodType | undefined {
  return Object.hasOwn(members, key) ? members[key] : rest;
}

/** A part of a schema. */
interface SchemaPart {
  /** The name of a member or the index of an item; `*` for any member, `[]` for any item; undefined for the value itself. */
  readonly step?: string | number;
  readonly schema: z.core.$ZodType;
}

/** Lists the parts of a schema; those of a pipe are its input. */
export function partsOf(schema: z.core.$ZodType): SchemaPart[] {
  const def = definitionOf(schema);
  if (def.type === 'lazy') return partsOfLazy(def);
  const structure = structureOf(schema);
  if (structure.kind === 'value') return [];
  if (!('members' in structure)) return structure.options.map((option) => ({ schema: option }));
  const { kind, members, rest } = structure;
  const named = Object.entries(members).map(([name, member]) => ({
    step: kind === 'list' ? Number(name) : name,
    schema: member,
  }));
  return rest === undefined ? named : [...named, { step: kind === 'list' ? '[]' : '*', schema: rest }];
}

function partsOfLazy({ getter }: z.core.$ZodLazyDef): SchemaPart[] {
  try {
    // Do not use zod's cache: it keeps the result of a getter that failed.
    return [{ schema: getter() }];
  } catch {
    // The getter refers to schemas that are not defined yet.
    return [];
  }
}

/** A schema that a path leads through. */
interface SchemaAlongPath {
  readonly schema: z.core.$ZodType;
  /** Whether it is a schema at the path, without wrappers. */
  readonly isAtPath: boolean;
}

/** Lists the schemas that a path leads through, outermost first: also wrappers, and every option of a union. */
export function schemasAlong(schema: z.core.$ZodType, path: readonly PropertyKey[]): SchemaAlongPath[] {
  const structure = structureOf(schema);
  if ('options' in structure)
    return [
      { schema, isAtPath: false },
      ...structure.options.flatMap((option) => schemasAlong(option, path)),
    ];
  const [key, ...rest] = path;
  const member = key !== undefined && 'members' in structure && memberSchema(structure, key);
  return [{ schema, isAtPath: key === undefined }, ...(member ? schemasAlong(member, rest) : [])];
}

/** Returns the schemas at a path without wrappers: several if there is a union. */
export function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  return schemasAlong(schema, path).flatMap((found) => (found.isAtPath ? [found.schema] : []));
}

/** A schema in another. */
interface PlacedSchema {
  readonly schema: z.core.$ZodType;
  /** The path in its values. Items of a list have the key 0. */
  readonly path: readonly PropertyKey[];
}

/** Lists a schema and the schemas in it, outermost first and each once. */
function schemasIn(schema: z.core.$ZodType): PlacedSchema[] {
  const found: PlacedSchema[] = [{ schema, path: [] }];
  const seen = new Set([schema]);
  for (const { schema: at, path } of found)
    for (const { step, schema: part } of checkedParts(at)) {
      if (seen.has(part) || seen.size >= maxSchemas) continue;
      seen.add(part);
      const steps = step === undefined ? [] : [step === '[]' ? restIndex(at) : step];
      found.push({ schema: part, path: [...path, ...steps] });
    }
  return found;
}

/** Limit for schemas whose getters create new schemas without end. */
const maxSchemas = 2_000;

/** Returns the index of the first item that a list does not name. */
function restIndex(schema: z.core.$ZodType): number {
  const def = definitionOf(schema);
  return def.type === 'tuple' ? def.items.length : 0;
}

/** Returns whether a schema of this type is anywhere in a schema. */
export function containsType(schema: z.core.$ZodType, type: SchemaDefinition['type']): boolean {
  return schemasIn(schema).some((found) => definitionOf(found.schema).type === type);
}

/** The types whose values JSON does not have. */
const typesWithoutJson: readonly SchemaDefinition['type'][] = [
  'undefined',
  'void',
  'never',
  'nan',
  'date',
  'symbol',
  'map',
  'set',
  'file',
  'function',
  'promise',
];

/** Returns the type because of which a schema accepts no JSON value; undefined if it accepts one, as far as its types say. */
export function typeWithoutJson(
  schema: z.core.$ZodType,
  seen: Set<z.core.$ZodType> = new Set(),
): string | undefined {
  const def = definitionOf(schema);
  if (typesWithoutJson.includes(def.type) && !('coerce' in def && def.coerce)) return def.type;
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const types = neededParts(schema).map((part) => typeWithoutJson(part, seen));
  return def.type === 'union' && types.includes(undefined) ? undefined : types.find(Boolean);
}

/** Lists the parts that the input of a schema has: an object may lack optional members. */
function neededParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  const def = definitionOf(schema);
  if (def.type === 'object') return Object.values(def.shape).filter((member) => !isOptional(member));
  return partsOf(schema).map((part) => part.schema);
}

/**
 * Returns whether a schema gives a promise, as far as its functions and the parse of an example show it: it has an asynchronous
 * refinement or transform.
 */
export function isAsynchronous(schema: z.core.$ZodType): boolean {
  return schemasIn(schema).some(({ schema: one }) => {
    const def = definitionOf(one);
    const sides = def.type === 'pipe' ? [def.in, def.out].map(definitionOf) : [def];
    const functions = [
      ...(def.checks ?? []).map(({ _zod }) => (_zod.def as { readonly fn?: unknown }).fn),
      ...sides.map((side) => (side.type === 'transform' ? side.transform : undefined)),
    ];
    return functions.some((call) => kindOf(call) === 'AsyncFunction') || isParsedLater(one);
  });
}

function isParsedLater(schema: z.core.$ZodType): boolean {
  try {
    (schema as z.ZodType).safeParse(exampleOf(schema));
    return false;
  } catch (error) {
    // The class of the user's copy of zod.
    return kindOf(error) === '$ZodAsyncError';
  }
}

/** Returns the name of the class of a value. */
function kindOf(value: unknown): string | undefined {
  return (value as object | undefined)?.constructor.name;
}

/** A place where a schema produces values that are not in its input, or takes only a promise, which JSON cannot have. */
interface SubstitutedPlace extends Pick<PlacedSchema, 'path'> {
  /** As a schema has it: `.default()`, `z.coerce`. */
  readonly method: string;
}

/**
 * Lists where a schema substitutes missing or invalid values, outermost first. Transforms of validated values are not
 * among them.
 */
export function substitutedPlaces(schema: z.core.$ZodType): SubstitutedPlace[] {
  return schemasIn(schema).flatMap(({ schema: one, path }) => {
    const method = substitutingMethod(definitionOf(one));
    return method === undefined ? [] : [{ path, method }];
  });
}

function substitutingMethod(def: SchemaDefinition): string | undefined {
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'catch':
      return `.${def.type}()`;
    case 'pipe':
      return definitionOf(def.in).type === 'transform' ? 'z.preprocess()' : undefined;
    case 'transform':
    case 'promise':
      return `z.${def.type}()`;
    default:
      return 'coerce' in def && def.coerce === true ? 'z.coerce' : undefined;
  }
}

/** Like {@link partsOf}, with both sides of a pipe, but not its transform. */
function checkedParts(schema: z.core.$ZodType): SchemaPart[] {
  const def = definitionOf(schema);
  if (def.type !== 'pipe') return partsOf(schema);
  const sides = [def.in, def.out].filter((side) => definitionOf(side).type !== 'transform');
  return sides.map((side) => ({ schema: side }));
}

/** The combined constraints of a schema's checks, for a number, text or list. */
export interface SchemaBounds {
  /** The inclusive minimum value or length. */
  readonly min?: number | bigint | undefined;
  /** The inclusive maximum value or length. */
  readonly max?: number | bigint | undefined;
  /** The exclusive minimum. */
  readonly above?: number | bigint | undefined;
  /** The exclusive maximum. */
  readonly below?: number | bigint | undefined;
  readonly multipleOf?: number | bigint | undefined;
  /** The format of a number or text: `int32`, `uuid`. */
  readonly format?: string | undefined;
  readonly isWhole: boolean;
  /** The patterns of a text, without prefix, suffix and substring. */
  readonly patterns: readonly RegExp[];
  /** The required prefix of a text. */
  readonly prefix?: string | undefined;
  /** The required suffix of a text. */
  readonly suffix?: string | undefined;
  /** The required substring of a text. */
  readonly within?: string | undefined;
}

type Changeable = { -readonly [Member in keyof SchemaBounds]: SchemaBounds[Member] } & { patterns: RegExp[] };

/** Excludes `z.int()`: its bounds are JavaScript's, not the user's. */
const ranges: Readonly<Record<string, readonly [number | bigint, number | bigint]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** Returns the constraints of a schema's checks. Refinements are opaque. */
export function schemaBounds(schema: z.core.$ZodType): SchemaBounds {
  const bounds: Changeable = { isWhole: false, patterns: [] };
  const { def } = schema._zod;
  // A format schema such as z.int32() or z.uuid() is its own first check.
  const checks = [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)] as { readonly check?: string }[];
  for (const check of checks)
    if (check.check !== undefined) narrow(bounds, check as z.core.$ZodChecks['_zod']['def']);
  return bounds;
}

function narrow(bounds: Changeable, check: z.core.$ZodChecks['_zod']['def']): void {
  switch (check.check) {
    case 'greater_than':
      atLeast(bounds, check.inclusive ? 'min' : 'above', check.value);
      return;
    case 'less_than':
      atMost(bounds, check.inclusive ? 'max' : 'below', check.value);
      return;
    case 'min_length':
      atLeast(bounds, 'min', check.minimum);
      return;
    case 'max_length':
      atMost(bounds, 'max', check.maximum);
      return;
    case 'length_equals':
      atLeast(bounds, 'min', check.length);
      atMost(bounds, 'max', check.length);
      return;
    case 'multiple_of':
      bounds.multipleOf = check.value;
      return;
    case 'number_format':
    case 'bigint_format': {
      bounds.format = check.format;
      const [low, high] = ranges[check.format] ?? [];
      atLeast(bounds, 'min', low);
      atMost(bounds, 'max', high);
      bounds.isWhole ||= check.format.includes('int');
      return;
    }
    case 'string_format':
      readText(bounds, check);
  }
}

type TextCheck = z.core.$ZodCheckStringFormatDef &
  Partial<Record<'prefix' | 'suffix' | 'includes', string | undefined>>;

function readText(bounds: Changeable, check: TextCheck): void {
  const { prefix, suffix, includes, format, pattern } = check;
  if (prefix === undefined && suffix === undefined && includes === undefined) {
    bounds.format = format;
    if (pattern !== undefined) bounds.patterns.push(pattern);
  }
  bounds.prefix ??= prefix;
  bounds.suffix ??= suffix;
  bounds.within ??= includes;
}

function atLeast(bounds: Changeable, name: 'min' | 'above', value: unknown): void {
  if (!isNumeric(value)) return;
  const known = bounds[name];
  if (known === undefined || value > known) bounds[name] = value;
}

function atMost(bounds: Changeable, name: 'max' | 'below', value: unknown): void {
  if (!isNumeric(value)) return;
  const known = bounds[name];
  if (known === undefined || value < known) bounds[name] = value;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** What many schemas accept, the simplest first. */
const simpleValues = [false, [], {}, '', '0', '0x', 0, 1, 0n, null] as const;

/** Texts for patterns and lengths, such as those of codes and addresses. */
const simpleTexts = [1, 2, 3, 4, 8, 16, 20, 32, 40, 64].flatMap((length) =>
  ['a', 'A', '0', '0x0'].map((start) => start + start.slice(-1).repeat(length - 1)),
);

/** An assumption: examples are hardly nested deeper. Each level may have several schemas that a getter creates. */
const maxExampleDepth = 8;

/**
 * Returns an example of a schema: the first of its metadata (`.meta({ examples })`), or else the simplest value that it
 * accepts, with every member, except where a schema contains itself. Undefined if neither is known.
 */
export function exampleOf(schema: z.core.$ZodType, within: readonly z.core.$ZodType[] = []): unknown {
  // A schema may contain itself, or a getter may create new ones without end.
  if (within.includes(schema) || within.length > maxExampleDepth) return undefined;
  const exampleIn = (part: z.core.$ZodType): unknown => exampleOf(part, [...within, schema]);
  const known = schema as z.ZodType;
  const accepts = (value: unknown): boolean => known.safeParse(value).success;
  const { examples } = (known.meta?.() ?? {}) as { readonly examples?: unknown };
  const [given] = Array.isArray(examples) ? examples.filter(accepts) : [];
  if (given !== undefined) return given;
  const def = definitionOf(schema);
  const inner = innerOf(schema as z.core.$ZodTypes);
  if (inner !== undefined) {
    const example = exampleIn(inner);
    return example === undefined && def.type === 'nullable' ? null : example;
  }
  const candidates =
    def.type === 'object'
      ? [Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, exampleIn(member)]))]
      : [...(knownValues(schema) ?? []), ...simpleValues, ...(def.type === 'string' ? simpleTexts : [])];
  return candidates.find(accepts);
}
