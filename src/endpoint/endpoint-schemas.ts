import type { z } from 'zod';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { definitionOf, innerOf } from '../internal/schema-introspection.js';
import type { Endpoint, EndpointRequest } from './endpoint.js';

/** A member that a schema does not have. */
interface UnknownMember {
  readonly path: readonly PropertyKey[];
  /** States that it does not exist, with a suggestion. */
  readonly message: string;
}

/**
 * Lists the members of a request that the schemas of its endpoint would strip but that would still be sent. Paths begin with
 * `params`, `query` or `body`.
 */
export function unknownRequestMembers(
  { params, query, body }: Partial<Pick<Endpoint, 'params' | 'query' | 'body'>>,
  request: EndpointRequest,
): UnknownMember[] {
  const parts = [
    ...unknownMembers(params, request.params, ['params']),
    ...unknownMembers(query, request.query, ['query']),
  ];
  return body === undefined ? parts : [...parts, ...unknownMembersWithin(body, request.body, ['body'])];
}

/** Lists the members that an object schema would strip; empty for loose and strict schemas, which handle them. */
function unknownMembers(
  schema: z.ZodObject | undefined,
  value: object | undefined,
  path: readonly PropertyKey[],
): UnknownMember[] {
  if (schema === undefined || schema.def.catchall !== undefined) return [];
  const known = Object.keys(schema.shape);
  return Object.keys(value ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [...path, name], message: noSuchField(name, known) }));
}

/**
 * Lists the members at any depth that a schema would strip. For a union, the matching option with the fewest such
 * members counts. Skips preprocessed values, whose members may have other names.
 */
function unknownMembersWithin(
  outer: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): UnknownMember[] {
  if (typeof value !== 'object' || value === null) return [];
  const schema = outer as z.core.$ZodTypes;
  const def = definitionOf(schema);
  const within = (member: z.core.$ZodType | null | undefined, name: PropertyKey, inner: unknown) =>
    member ? unknownMembersWithin(member, inner, [...path, name]) : [];
  switch (def.type) {
    case 'object': {
      const dropped = unknownMembers(schema as z.ZodObject, value, path);
      const members = Object.entries(value).flatMap(([name, inner]) =>
        within(Object.hasOwn(def.shape, name) ? def.shape[name] : def.catchall, name, inner),
      );
      return [...dropped, ...members];
    }
    case 'record':
      return Object.entries(value).flatMap(([name, inner]) => within(def.valueType, name, inner));
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, at) => within(def.element, at, item)) : [];
    case 'tuple':
      return Array.isArray(value)
        ? value.flatMap((item, at) => within(def.items[at] ?? def.rest, at, item))
        : [];
    case 'union':
      return (
        def.options
          .filter((option) => fits(option, value))
          .map((option) => unknownMembersWithin(option, value, path))
          .sort((one, other) => one.length - other.length)[0] ?? []
      );
    case 'intersection': {
      const left = unknownMembersWithin(def.left, value, path);
      const right = unknownMembersWithin(def.right, value, path);
      return [
        ...left.filter((member) => isUnder(member, right)),
        ...right.filter((member) => isUnder(member, left) && !left.some((one) => isUnder(one, [member]))),
      ];
    }
    default: {
      const isPreprocessed = def.type === 'pipe' && definitionOf(def.in).type === 'transform';
      const inner = isPreprocessed ? undefined : innerOf(schema);
      return inner === undefined ? [] : unknownMembersWithin(inner, value, path);
    }
  }
}

/** Returns whether a member is one of others, or inside one of them. */
function isUnder({ path }: UnknownMember, others: readonly UnknownMember[]): boolean {
  return others.some((other) => other.path.every((name, at) => path[at] === name));
}

/**
 * Returns the message for an unknown member, with a suggestion.
 *
 * @param shown - Display names that differ from the known ones.
 */
export function noSuchField(
  name: string,
  known: readonly string[],
  shown: ReadonlyMap<string, string> = new Map(),
): string {
  const meant = closest(name, known);
  return `no such field${meant === undefined ? '' : `; did you mean ${shown.get(meant) ?? meant}?`}`;
}

/** Returns why a value is not a zod 4 schema. */
export function schemaIssue(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value
    ? undefined
    : 'must be a schema of zod 4';
}

/** Returns why a value is not an object schema whose members can be path segments. */
export function paramsIssue(value: unknown): string | undefined {
  return textsIssue(value, false);
}

/** Returns why a value is not an object schema whose members can be query values or lists of them. */
export function queryIssue(value: unknown): string | undefined {
  return textsIssue(value, true);
}

function textsIssue(value: unknown, mayList: boolean): string | undefined {
  const issue = schemaIssue(value);
  if (issue !== undefined) return issue;
  const def = definitionOf(value as z.core.$ZodType);
  if (def.type !== 'object') return 'must be an object schema of zod 4';
  for (const [name, member] of Object.entries(def.shape)) {
    const odd = withoutText(member, mayList);
    if (odd !== undefined)
      return `has ${name} of the type ${odd}, for which there is no text${odd === 'null' ? '; did you mean optional?' : ''}`;
  }
  return undefined;
}

/** Returns the first type in a schema that has no text form; undefined if all have one, or it is unknown. */
function withoutText(outer: z.core.$ZodType, mayList: boolean): string | undefined {
  const schema = outer as z.core.$ZodTypes;
  const def = definitionOf(schema);
  switch (def.type) {
    case 'nullable':
      return 'null';
    case 'array':
      return mayList ? withoutText(def.element, false) : def.type;
    case 'tuple':
      return mayList ? firstWithoutText(def.items, false) : def.type;
    case 'union':
      return firstWithoutText(def.options, mayList);
    case 'literal':
      return def.values.includes(null) ? 'null' : undefined;
  }
  if (textless.has(def.type)) return def.type;
  const inner = innerOf(schema);
  return inner === undefined ? undefined : withoutText(inner, mayList);
}

function firstWithoutText(schemas: readonly z.core.$ZodType[], mayList: boolean): string | undefined {
  return schemas.map((schema) => withoutText(schema, mayList)).find((odd) => odd !== undefined);
}

const textless: ReadonlySet<string> = new Set([
  'object',
  'record',
  'map',
  'set',
  'date',
  'file',
  'function',
  'null',
  'promise',
  'symbol',
]);

/**
 * Converts bigints to numbers where a schema expects numbers, if that is exact: the parser returns every integer as a
 * bigint. Leaves other values unchanged.
 */
export function exactNumbers(schema: z.core.$ZodType, value: unknown): unknown {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'number':
    case 'literal':
    case 'enum':
      return expectsNumber(def, value) ? Number(value) : value;
    case 'object':
      return mapMembers(value, (name) => (Object.hasOwn(def.shape, name) ? def.shape[name] : def.catchall));
    case 'record':
      return mapMembers(value, () => def.valueType);
    case 'array':
      return mapItems(value, () => def.element);
    case 'tuple':
      return mapItems(value, (at) => def.items[at] ?? def.rest ?? undefined);
    case 'union':
      return firstMatch(def.options, value);
    case 'intersection':
      return exactNumbers(def.right, exactNumbers(def.left, value));
    default: {
      const inner = innerOf(schema as z.core.$ZodTypes);
      return inner === undefined ? value : exactNumbers(inner, value);
    }
  }
}

type NumberDef = z.core.$ZodNumberDef | z.core.$ZodLiteralDef<z.core.util.Literal> | z.core.$ZodEnumDef;

function expectsNumber(def: NumberDef, value: unknown): boolean {
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
  return schema === undefined ? value : exactNumbers(schema, value);
}

function firstMatch(options: readonly z.core.$ZodType[], value: unknown): unknown {
  const candidates = options.map((option) => ({ option, value: exactNumbers(option, value) }));
  const fitting = candidates.find((candidate) => fits(candidate.option, candidate.value));
  return fitting === undefined ? value : fitting.value;
}

/**
 * Parses a value with a user's schema.
 *
 * @throws {UsageError} if the schema is asynchronous or throws.
 */
export function safeParseWith(
  schema: z.core.$ZodType,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseResult<unknown> {
  try {
    return (schema as z.ZodType).safeParse(value, context);
  } catch (error) {
    throw new UsageError(
      `A schema of an endpoint failed: ${error instanceof Error ? error.message : String(error)}`,
      ['What to do: give it refinements and transforms that throw nothing and give no promise'],
      error,
    );
  }
}

/** Returns whether a value matches a user's schema. @throws {UsageError} like {@link safeParseWith}. */
export function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return safeParseWith(schema, value).success;
}
