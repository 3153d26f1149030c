import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { neutralPath } from '../contract/dialect.js';
import type { FormatName } from '../contract/formats.js';
import {
  type BetaAsset,
  type CallParams,
  type LooseSimulationRequest,
  namesItsMethod,
  type RequestField,
  type RequestFieldPath,
  requestFields,
  type SimulationRequest,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';
import { constantsOr, members } from './combinators.js';
import { isArbitrary } from './is-arbitrary.js';
import {
  assertConstraints,
  constrainedPaths,
  conventionsOf,
  type ForDeployment,
  isInside,
  type RequestConventions,
  type SimulationRequestConstraints,
} from './request-constraints.js';
import {
  alphaAddress,
  betaAddress,
  hexBytes,
  methodName,
  operationId,
  shardsKey,
  tokenAmount,
} from './values.js';

/**
 * Returns an arbitrary of whole simulation requests with neutral names, valid for a deployment's conventions: optional
 * fields absent, empty and present; no asset, one, many, and the same token twice. It does not know which contracts a
 * deployment has: pin or narrow `alphaCallParams.target` for that. Section 2.1. The requests have the type that the
 * deployment takes; for `conventions` that require less, write `simulationRequest<LooseSimulationRequest>`.
 *
 * @throws {UsageError} when a constraint is unknown, contradicts another, or makes a request that is not valid.
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
  const requests = objectOf(requestFields, '', constraints) as Arbitrary<LooseSimulationRequest>;
  assertValidRequests(arbitrary, requests, constraints);
  return requests;
}

/** The texts of each format. */
const textsOf: Readonly<Record<FormatName, () => Arbitrary<string>>> = {
  'shards-key': shardsKey,
  amount: tokenAmount,
  'alpha-address': alphaAddress,
  'beta-address': betaAddress,
  'hex-bytes': hexBytes,
  'method-name': methodName,
  'operation-id': operationId,
};

type Fields = Readonly<Record<string, RequestField>>;

function objectOf(fields: Fields, prefix: string, constraints: SimulationRequestConstraints) {
  const arbitraries = Object.entries(fields).map(([name, field]) => [
    name,
    fieldOf(field, `${prefix}${name}` as RequestFieldPath, constraints),
  ]);
  return members<object>(Object.fromEntries(arbitraries));
}

/**
 * Returns the values of a field under constraints, undefined where it is left out: a pinned one is constant, a narrowed one is the
 * arbitrary given, a required one and one that is narrowed further inside are always there, any other is there two times
 * of three.
 */
export function fieldOf(
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
  if ('items' in field) return assets(objectOf(field.items, `${path}[].`, constraints), constraints);
  if ('members' in field) return calls(objectOf(field.members, `${path}.`, constraints), constraints);
  const texts = textsOf[field.format.name]();
  return field.default === undefined ? texts : constantsOr([field.default], texts, 1);
}

/** Reads the names of fields that the deployment has for them as well; beside a neutral one it is left to be rejected. */
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

/** Calls whose arguments have a method name, which is assumption, and dropped where the deployment validates no requests. */
function calls(
  anyCall: Arbitrary<CallParams>,
  constraints: SimulationRequestConstraints,
): Arbitrary<CallParams> {
  if (conventionsOf(constraints).requestValidation === 'off') return anyCall;
  // A filter that nothing passes would never terminate.
  if (!fc.sample(anyCall, { numRuns: 200, seed: 1 }).some(namesItsMethod))
    throw new UsageError('simulationRequest was given constraints that contradict each other', [
      'alphaCallParams.arguments are never empty and alphaCallParams.methodName always is: arguments need a method name',
    ]);
  return anyCall.filter(namesItsMethod);
}

/** The amount of a repeated first asset, in a tuple because the amount itself may be absent. */
type Again = [amount: string | undefined] | undefined;

/** Lists of assets: none, one, many, and with a repeated token, which is an assumption. */
function assets(
  asset: Arbitrary<BetaAsset>,
  constraints: SimulationRequestConstraints,
): Arbitrary<BetaAsset[]> {
  const amount = fieldOf(requestFields.betaAssets.items.amount, 'betaAssets[].amount', constraints);
  const again: Arbitrary<Again> = constantsOr([undefined], fc.tuple(amount as Arbitrary<string>), 3);
  return fc
    .tuple(again, fc.array(asset, { maxLength: 4 }))
    .filter(([again, list]) => again === undefined || list.length > 0)
    .map(writeAssets, readAssets);
}

function writeAssets([again, assets]: [Again, BetaAsset[]]): BetaAsset[] {
  if (again === undefined) return assets;
  const repeated: BetaAsset = { ...assets[0], amount: again[0] };
  if (repeated.amount === undefined) delete repeated.amount;
  return [...assets, repeated];
}

function readAssets(value: unknown): [Again, BetaAsset[]] {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  const assets: BetaAsset[] = value;
  const last = assets.at(-1);
  const isAgain = assets.length > 1 && last?.tokenAddress === assets[0]?.tokenAddress;
  return isAgain ? [[last?.amount], assets.slice(0, -1)] : [undefined, assets];
}

/**
 * Throws a UsageError if constraints make requests that are not valid for the deployment. Some requests are tried: an
 * arbitrary that is wrong only once in a while gets through.
 */
function assertValidRequests(
  arbitrary: string,
  requests: Arbitrary<LooseSimulationRequest>,
  constraints: SimulationRequestConstraints,
): void {
  if (constrainedPaths(constraints).length === 0) return;
  const invalid = firstInvalidRequest(requests, conventionsOf(constraints));
  if (invalid === undefined) return;
  throw new UsageError(
    `${arbitrary} was given constraints that make requests which are not valid for the conventions`,
    // Each asset may have the same issue.
    [...new Set(invalid.issues.map(({ path, message }) => issueLine(invalid.request, path, message)))],
  );
}

/** Returns the first of some generated requests that is not valid for the conventions, and why. */
export function firstInvalidRequest(
  requests: Arbitrary<LooseSimulationRequest>,
  conventions: RequestConventions,
): { readonly request: LooseSimulationRequest; readonly issues: readonly z.core.$ZodIssue[] } | undefined {
  const schema = simulationRequestSchema(conventions);
  for (const request of fc.sample(requests, { numRuns: 50, seed: 1 })) {
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
  return `${constraintPath(path)} ${message}, got ${formatValue(value)}`;
}

/** The path as the constraints name it: `betaAssets[].amount` for the amount of any asset. */
function constraintPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
