import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { type Endpoint, type EndpointRequest, requestParts } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { exactNumbers, fits, safeParseWith } from '../../endpoint/endpoint-schemas.js';
import { type PlacedMutation, schemaMutations } from '../../endpoint/schema-mutations.js';
import { UsageError } from '../../errors.js';
import { jsonText, parseLosslessJson } from '../../internal/json.js';
import { assertCustom, endpointRequests, sentQuery } from '../endpoint/endpoint-input.js';
import { isPossible, type Mutating, mutatedRequests } from './mutated-requests.js';

/** A request of an endpoint with exactly one mutation. */
export interface InvalidEndpointInput {
  /** What is wrong: `missing`, `above-maximum`, `wrong-type`. */
  readonly mutation: string;
  /** Where, as in `query.limit` and `body.items[2].amount`. */
  readonly path: string;
  /** Why it is invalid, as a sentence. */
  readonly reason: string;
  /** The request; does not fit the schemas of the endpoint. */
  readonly input: EndpointRequest;
}

/** How many requests are sampled to find the possible mutations. */
const trials = 10;

/**
 * Returns an arbitrary of requests of an endpoint with exactly one mutation each: a value that is missing, of another type or
 * format, beyond a bound, or too many. All else is valid, and stays so when they shrink; mutation and place stay too.
 * Section 4.3.
 *
 * @throws {UsageError} for an endpoint that takes every request, and as `endpointInput` does.
 * @example
 * import { defineEndpoint } from 'crosscheck';
 * import { invalidEndpointInput } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 * import { z } from 'zod';
 *
 * const shardStatistics = defineEndpoint({
 *   name: 'shard-statistics',
 *   server: 'observer',
 *   method: 'GET',
 *   path: '/{beta}/observer/shards-statistics',
 *   query: z.object({ limit: z.int().min(1).max(100) }),
 *   response: z.object({ shards: z.array(z.unknown()) }),
 * });
 * fc.assert(fc.property(invalidEndpointInput(shardStatistics), ({ path }) => path === 'query.limit'));
 */
export function invalidEndpointInput(endpoint: Endpoint): Arbitrary<InvalidEndpointInput> {
  assertCustom(endpoint, 'invalidEndpointInput');
  const invalid = invalidRequests(endpoint);
  if (invalid !== undefined) return invalid;
  throw new UsageError(`${endpoint.name} has no invalid requests: its schemas accept every value`);
}

/**
 * The same for any endpoint; undefined for one that takes every request.
 *
 * @param valid - The requests to mutate, with every member.
 * @param without - The mutations to leave out.
 */
export function invalidRequests(
  endpoint: Endpoint,
  valid: Arbitrary<EndpointRequest> = endpointRequests(endpoint, true),
  without: readonly string[] = [],
): Arbitrary<InvalidEndpointInput> | undefined {
  const mutating: Mutating<EndpointRequest, PlacedMutation, InvalidEndpointInput> = {
    rows: [],
    valid,
    isInvalid: (request) => isInvalidRequest(endpoint, request as EndpointRequest),
    write: (facts, request) => ({ ...facts, input: request as EndpointRequest }),
  };
  const samples = fc.sample(valid, { numRuns: trials, seed: 1 });
  const rows = endpointMutations(endpoint).filter(
    (row) => !without.includes(row.mutation) && samples.some((request) => isPossible(mutating, request, row)),
  );
  return rows.length === 0 ? undefined : mutatedRequests({ ...mutating, rows });
}

function endpointMutations(endpoint: Endpoint): PlacedMutation[] {
  return requestParts(endpoint).flatMap(([part, schema]) =>
    schemaMutations(schema, part).map((row) => ({ ...row, place: [part, ...row.place] })),
  );
}

/** Returns whether a service must accept a request of an endpoint in wire format. */
export function isValidRequest(endpoint: Endpoint, request: EndpointRequest): boolean {
  const sent = { ...request, query: sentQuery(request.query ?? {}) };
  return (
    canBeSent(endpoint, request) && requestParts(endpoint).every(([part, schema]) => fits(schema, sent[part]))
  );
}

/**
 * Returns whether a service must reject a request of an endpoint in wire format. A number may be a bigint in the
 * schema, integers may have 64 bits and more, and in a path or query any matching interpretation of a text counts. A
 * request that cannot be sent cannot be rejected.
 */
export function isInvalidRequest(endpoint: Endpoint, request: EndpointRequest): boolean {
  if (!canBeSent(endpoint, request)) return false;
  const { params, query, body } = endpoint;
  return (
    (body !== undefined && isRejected(body, onWire(body, request.body))) ||
    isRejectedAsTexts(params, request.params) ||
    isRejectedAsTexts(query, sentQuery(request.query ?? {}))
  );
}

function canBeSent(endpoint: Endpoint, request: EndpointRequest): boolean {
  try {
    endpointRequest(endpoint, request);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function isRejectedAsTexts(schema: z.ZodObject | undefined, given: EndpointRequest['query'] = {}): boolean {
  if (schema === undefined || !isRejected(schema, given)) return false;
  return !Object.keys(given).some((name) =>
    readingsOf(given[name]).some((reading) => !isRejected(schema, { ...given, [name]: reading })),
  );
}

function isRejected(schema: z.core.$ZodType, value: unknown): boolean {
  const { error } = safeParseWith(schema, value);
  return error !== undefined && !error.issues.every((issue) => isOfJavaScript(issue, value));
}

/** Returns whether an issue only concerns integers beyond JavaScript's safe range, which services accept. */
function isOfJavaScript(issue: z.core.$ZodIssue, whole: unknown): boolean {
  const value = issue.path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown>)?.[name], whole);
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' && typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
    case 'too_big':
    case 'too_small':
      return 'note' in issue;
    case 'invalid_union':
      return issue.errors.some((issues) => issues.every((inner) => isOfJavaScript(inner, value)));
    default:
      return false;
  }
}

/** Returns a body as its receiver parses it. */
function onWire(schema: z.core.$ZodType, body: unknown): unknown {
  return body === undefined ? body : exactNumbers(schema, parseLosslessJson(jsonText(body)));
}

/** Returns the values that a server may parse from a parameter's text. */
function readingsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const readings = value.map(readingsOf);
    const most = Math.max(0, ...readings.map(({ length }) => length));
    return Array.from({ length: most }, (_, at) => readings.map((items) => items[at] ?? items[0]));
  }
  const text = String(value);
  const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  const single = [text, number, integer, booleans.get(text)].filter((reading) => reading !== undefined);
  // Many servers read an empty parameter as an absent one.
  return [...single, ...single.map((reading) => [reading]), ...(text === '' ? [undefined] : [])];
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
