import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { neutralPath } from '../../contract/dialect.js';
import {
  extendedMembers,
  type Fields,
  hasWhatItNeeds,
  type ListField,
  type LooseSimulationRequest,
  type RequestField,
  type RequestFieldPath,
  requestFields,
  type SimulationRequest,
  simulationRequestSchema,
} from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { isObject } from '../../internal/objects.js';
import { optionName } from '../../internal/option-names.js';
import { formatValue } from '../../internal/print.js';
import { isOptional } from '../../internal/schema-introspection.js';
import { constantsOr, members } from '../values/combinators.js';
import { isArbitrary } from '../values/is-arbitrary.js';
import { textsOf } from '../values/values.js';
import {
  assertConstraints,
  constrainedPaths,
  conventionsOf,
  type ForDeployment,
  isInside,
  type RequestConventions,
  type SimulationRequestConstraints,
} from './request-constraints.js';
import { schemaValues } from './schema-values.js';

/**
 * Returns an arbitrary of whole simulation requests with neutral names, valid for a deployment's conventions: optional
 * fields absent, empty and present; no asset, one, many, and the same token twice. It does not know which contracts a
 * deployment has: pin or narrow `alphaCallParams.target` for that. Section 2.1. The requests have the type that the
 * deployment takes; for `conventions` that require less, write `simulationRequest<LooseSimulationRequest>`.
 *
 * @throws {UsageError} when a constraint is unknown, contradicts another, or makes a request that is not valid. A
 * constraint that makes one only rarely throws when that request is generated.
 * @example
 * import { simulationRequest } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const requests = simulationRequest({
 *   'alphaCallParams.target': '0x00000000000000000000000000000000000000aa',
 *   'betaAssets[].amount': fc.constantFrom('0', '1'),
 *   executorAddress: fc.constant(undefined),
 * });
 * fc.assert(fc.property(requests, (request) => request.executorAddress === undefined));
 */
export function simulationRequest<Request extends LooseSimulationRequest = SimulationRequest>(
  constraints: SimulationRequestConstraints & ForDeployment<Request> = {},
): Arbitrary<Request> {
  return requestsOf('simulationRequest', constraints) as Arbitrary<Request>;
}

/** Returns the requests of another arbitrary, which error messages name. */
export function requestsOf(
  arbitrary: string,
  given: SimulationRequestConstraints,
): Arbitrary<LooseSimulationRequest> {
  const constraints = neutralConstraints(given);
  assertConstraints(arbitrary, constraints);
  const requests = requestsWith(constraints);
  if (constrainedPaths(constraints).length === 0) return requests;
  const schema = simulationRequestSchema(conventionsOf(constraints));
  const valid = requests.map(
    (request) => {
      assertValidRequest(arbitrary, schema, request);
      return request;
    },
    (value) => value as LooseSimulationRequest,
  );
  // So that a wrong constraint usually fails here, before the first run.
  fc.sample(valid, { numRuns: trials, seed: 1 });
  return valid;
}

/** Returns the requests of constraints that are known to be valid. */
export function requestsWith(constraints: SimulationRequestConstraints): Arbitrary<LooseSimulationRequest> {
  return objectOf(requestFields, '', constraints) as Arbitrary<LooseSimulationRequest>;
}

function objectOf(
  fields: Fields,
  prefix: string,
  constraints: SimulationRequestConstraints,
): Arbitrary<object> {
  const arbitraries = Object.entries(fields).map(([name, field]) => [
    name,
    fieldOf(field, `${prefix}${name}` as RequestFieldPath, constraints),
  ]);
  const conventions = conventionsOf(constraints);
  const any = withExtendedMembers(members<object>(Object.fromEntries(arbitraries)), prefix, conventions);
  return conventions.requestValidation === 'off' ? any : withNeeds(any, fields, prefix);
}

/** Returns objects of a request with the members that a deployment has beyond the interface in them. */
export function withExtendedMembers<T extends object>(
  objects: Arbitrary<T>,
  prefix: string,
  conventions: Pick<RequestConventions, 'extend'>,
): Arbitrary<T> {
  const arbitraries = Object.entries(extendedMembers(prefix, conventions)).map(([name, schema]) => {
    const values = schemaValues(schema, `${prefix}${name}`);
    return [name, isOptional(schema) ? constantsOr([undefined], values, 2) : values];
  });
  if (arbitraries.length === 0) return objects;
  const names = arbitraries.map(([name]) => name);
  return fc.tuple(objects, members<object>(Object.fromEntries(arbitraries))).map(
    ([object, extended]) => ({ ...object, ...extended }),
    (value) => {
      if (!isObject(value)) throw new TypeError('not an object');
      const isExtended = ([name]: [string, unknown]): boolean => names.includes(name);
      const all = Object.entries(value);
      return [
        Object.fromEntries(all.filter((member) => !isExtended(member))) as T,
        Object.fromEntries(all.filter(isExtended)),
      ];
    },
  );
}

/** Objects whose members have the members that they need, which is assumption. */
function withNeeds(any: Arbitrary<object>, fields: Fields, prefix: string): Arbitrary<object> {
  const needs = Object.entries(fields).flatMap(([name, field]) =>
    'needs' in field && field.needs !== undefined ? [{ name, ...field.needs }] : [],
  );
  if (needs.length === 0) return any;
  const isComplete = (value: object): boolean => hasWhatItNeeds(fields, value);
  // A filter that nothing passes would never terminate.
  if (!fc.sample(any, { numRuns: 200, seed: 1 }).some(isComplete))
    throw new UsageError(
      'simulationRequest makes requests that contradict each other',
      needs.map(
        ({ name, member, message }) =>
          `${prefix}${member} ${message}, but the constraints always give ${name} and never ${member}`,
      ),
    );
  return any.filter(isComplete);
}

/**
 * Returns the values of a field under constraints, undefined where it is left out: a pinned one is constant, a narrowed one is the
 * arbitrary given, a required one and one that is narrowed further inside are always there, any other is there two times
 * of three.
 */
function fieldOf(
  field: RequestField,
  path: RequestFieldPath,
  constraints: SimulationRequestConstraints,
): Arbitrary<unknown> {
  const constraint: unknown = constraints[path];
  if (isArbitrary(constraint)) return constraint;
  if (constraint !== undefined) return pinned(constraint);
  const { requiredRequestFields } = conventionsOf(constraints);
  const isAlwaysThere =
    requiredRequestFields.includes(path) ||
    constrainedPaths(constraints).some((inner) => isInside(inner, path));
  const usual = valuesOf(field, path, constraints);
  return isAlwaysThere ? usual : constantsOr([undefined], usual, 2);
}

function valuesOf(
  field: RequestField,
  path: RequestFieldPath,
  constraints: SimulationRequestConstraints,
): Arbitrary<unknown> {
  if ('items' in field) return listOf(field, path, constraints);
  if ('members' in field) return objectOf(field.members, `${path}.`, constraints);
  const texts = textsOf[field.format.name]();
  return field.default === undefined ? texts : constantsOr([field.default], texts, 1);
}

/** Renames the deployment's names of fields to neutral ones. If both are given, the former stays, and is rejected later. */
function neutralConstraints(given: SimulationRequestConstraints): SimulationRequestConstraints {
  const chains = given?.deployment?.chains;
  if (chains === undefined) return given;
  return Object.fromEntries(
    Object.entries(given).map(([path, constraint]) => {
      const neutral = neutralPath(path, chains);
      return [neutral !== path && Object.hasOwn(given, neutral) ? path : neutral, constraint];
    }),
  );
}

/** Copies the value each time, so that a test can modify it. */
function pinned(value: unknown): Arbitrary<unknown> {
  if (typeof value !== 'object') return fc.constant(value);
  return fc.constant(value).map(
    () => structuredClone(value),
    (outside) => {
      if (!isDeepStrictEqual(outside, value)) throw new TypeError('not the pinned value');
      return value;
    },
  );
}

type Item = Record<string, unknown>;

/** All members but the key of an item about the same as the first, in a tuple because each may be absent. */
type Again = unknown[] | undefined;

/** Lists: no item, one, many, and where the list has a key, with two items of the same key, which is an assumption. */
function listOf(
  { items, key }: ListField,
  path: RequestFieldPath,
  constraints: SimulationRequestConstraints,
): Arbitrary<object[]> {
  const list = fc.array(objectOf(items, `${path}[].`, constraints) as Arbitrary<Item>, { maxLength: 4 });
  if (key === undefined) return list;
  const others = Object.entries(items).filter(([name]) => name !== key);
  const names = others.map(([name]) => name);
  const values = others.map(([name, field]) =>
    fieldOf(field, `${path}[].${name}` as RequestFieldPath, constraints),
  );
  const again: Arbitrary<Again> = constantsOr([undefined], fc.tuple(...values), 3);
  return fc
    .tuple(again, list)
    .filter(([again, list]) => again === undefined || list.length > 0)
    .map(
      ([again, list]) => (again === undefined ? list : [...list, repeated(list[0] as Item, names, again)]),
      (value) => readList(value, key, names),
    );
}

function repeated(first: Item, names: readonly string[], values: readonly unknown[]): Item {
  const item = { ...first, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) };
  for (const name of names) if (item[name] === undefined) delete item[name];
  return item;
}

function readList(value: unknown, key: string, names: readonly string[]): [Again, Item[]] {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  const list: Item[] = value;
  const last = list.at(-1);
  const isAgain = list.length > 1 && last?.[key] === list[0]?.[key];
  return isAgain ? [names.map((name) => last?.[name]), list.slice(0, -1)] : [undefined, list];
}

/** Throws a UsageError that names each constraint that makes a request invalid, with the value. */
function assertValidRequest(arbitrary: string, schema: z.ZodType, request: LooseSimulationRequest): void {
  const { error } = schema.safeParse(request);
  if (error === undefined) return;
  throw new UsageError(
    `${optionName(arbitrary)} makes requests that are not valid for the conventions`,
    // Each asset may have the same issue.
    [...new Set(error.issues.map(({ path, message }) => issueLine(request, path, message)))],
  );
}

/** How many requests are tried before the first run. */
const trials = 50;

/** Returns the first of some generated requests that is not valid for the conventions, and why. */
export function firstInvalidRequest(
  requests: Arbitrary<LooseSimulationRequest>,
  conventions: RequestConventions,
): { readonly request: LooseSimulationRequest; readonly issues: readonly z.core.$ZodIssue[] } | undefined {
  const schema = simulationRequestSchema(conventions);
  for (const request of fc.sample(requests, { numRuns: trials, seed: 1 })) {
    const { error } = schema.safeParse(request);
    if (error) return { request, issues: error.issues };
  }
  return undefined;
}

function issueLine(request: unknown, path: readonly PropertyKey[], message: string): string {
  const value = path.reduce(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    request,
  );
  return `${optionName(constraintPath(path))} ${message}, got ${formatValue(value)}`;
}

/** The path as the constraints name it: `betaAssets[].amount` for the amount of any asset. */
function constraintPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
