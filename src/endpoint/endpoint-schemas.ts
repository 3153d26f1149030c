import type { z } from 'zod';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { pathText } from '../internal/print.js';
import {
  type ContainerStructure,
  definitionOf,
  knownValues,
  memberSchema,
  partsOf,
  schemaIssue,
  structureOf,
} from '../internal/schema-introspection.js';
import { type Endpoint, type EndpointRequest, requestParts } from './endpoint.js';

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
  schemas: Partial<Pick<Endpoint, 'params' | 'query' | 'body'>>,
  request: EndpointRequest,
): UnknownMember[] {
  return requestParts(schemas).flatMap(([part, schema]) =>
    undeclaredMembers(schema, request[part], 'stripped').map(({ path, known }) => ({
      path: [part, ...path],
      message: noSuchField(String(path.at(-1)), known),
    })),
  );
}

/** A member of a value that its schema does not name. */
interface UndeclaredMember {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  /** The names of the object that the member is in. */
  readonly known: readonly string[];
}

/**
 * Lists the members of a value, at any depth, that its schema does not name. Of a union they are those that no option names
 * which the value fits; of an intersection, those that neither side names. Skips preprocessed values, whose members may
 * have other names.
 *
 * @param which - `all`, or only those that the schema strips: a loose object keeps them, a strict one rejects them.
 */
export function undeclaredMembers(
  schema: z.core.$ZodType,
  value: unknown,
  which: 'all' | 'stripped',
): UndeclaredMember[] {
  if (typeof value !== 'object') return [];
  const structure = structureOf(schema);
  switch (structure.kind) {
    case 'value':
      return [];
    case 'wrapper':
      return isPreprocessed(schema) ? [] : undeclaredMembers(structure.options[0] as z.ZodType, value, which);
    case 'union': {
      const fitting = structure.options.filter((option) => fits(option, exactNumbers(option, value)));
      return commonMembers(fitting.map((option) => undeclaredMembers(option, value, which)));
    }
    case 'intersection':
      return commonMembers(structure.options.map((side) => undeclaredMembers(side, value, which)));
  }
  if (!isContainer(value, structure)) return [];
  const { kind, members, rest } = structure;
  const isObject = definitionOf(schema).type === 'object';
  return Object.entries(value).flatMap(([name, inner]): UndeclaredMember[] => {
    const key = kind === 'list' ? Number(name) : name;
    const isNamed = Object.hasOwn(members, key);
    if (isObject && !isNamed && (which === 'all' || rest === undefined))
      return [{ path: [key], value: inner, known: Object.keys(members) }];
    const member = isNamed ? members[key] : rest;
    const below = member === undefined ? [] : undeclaredMembers(member, inner, which);
    return below.map(({ path, ...more }) => ({ path: [key, ...path], ...more }));
  });
}

/** Returns whether a value is an object or list, as its schema. */
function isContainer(value: unknown, { kind }: ContainerStructure): value is object {
  return typeof value === 'object' && value !== null && (kind === 'list') === Array.isArray(value);
}

/** Returns the members of every list. One within a member that another list has as a whole is in both. */
function commonMembers(lists: readonly (readonly UndeclaredMember[])[]): UndeclaredMember[] {
  const isIn = (list: readonly UndeclaredMember[], path: readonly PropertyKey[]): boolean =>
    list.some((one) => one.path.every((key, at) => path[at] === key));
  const common = lists.flat().filter(({ path }) => lists.every((list) => isIn(list, path)));
  return common.filter(
    ({ path }, at) => common.findIndex((one) => pathText(one.path) === pathText(path)) === at,
  );
}

function isPreprocessed(schema: z.core.$ZodType): boolean {
  const def = definitionOf(schema);
  return def.type === 'pipe' && definitionOf(def.in).type === 'transform';
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
function withoutText(schema: z.core.$ZodType, mayList: boolean): string | undefined {
  const def = definitionOf(schema);
  if (def.type === 'nullable' || (def.type === 'literal' && def.values.includes(null))) return 'null';
  const isList = def.type === 'array' || def.type === 'tuple';
  if (textless.has(def.type) || (isList && !mayList)) return def.type;
  return partsOf(schema)
    .map((part) => withoutText(part.schema, mayList && !isList))
    .find((odd) => odd !== undefined);
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
  const structure = structureOf(schema);
  switch (structure.kind) {
    case 'value':
      return expectsNumber(schema, value) ? Number(value) : value;
    case 'union':
      return firstMatch(structure.options, value);
    case 'wrapper':
    case 'intersection':
      return structure.options.reduce((inner, option) => exactNumbers(option, inner), value);
  }
  if (!isContainer(value, structure)) return value;
  const exact = (key: PropertyKey, inner: unknown): unknown => {
    const member = memberSchema(structure, key);
    return member === undefined ? inner : exactNumbers(member, inner);
  };
  if (Array.isArray(value)) return value.map((item, at) => exact(at, item));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(name, member)]));
}

function expectsNumber(schema: z.core.$ZodType, value: unknown): boolean {
  const number = Number(typeof value === 'bigint' ? value : Number.NaN);
  if (!Number.isSafeInteger(number)) return false;
  return definitionOf(schema).type === 'number' || (knownValues(schema)?.has(number) ?? false);
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
      [{ advice: 'give it refinements and transforms that are synchronous and do not throw' }],
      error,
    );
  }
}

/** Returns whether a value matches a user's schema. @throws {UsageError} like {@link safeParseWith}. */
export function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return safeParseWith(schema, value).success;
}

/** Rewords zod messages in JSON terms: integers are parsed as bigints, and undefined means that a member is missing. */
export function plainMessage(message: string): string {
  return message
    .replace('Invalid input: ', '')
    .replace(
      'expected number, received bigint',
      'expected a number below 2^53, received a BigInt or a greater integer (in answers, z.bigint() takes it)',
    )
    .replaceAll(/\bbigint\b(?!\()/g, 'integer')
    .replace(/\breceived NaN$/, 'received a number that is no exact integer, or is out of range')
    .replace(/^(expected \w+), received undefined$/, 'missing, $1');
}
