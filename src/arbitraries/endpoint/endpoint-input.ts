import fc, { type Arbitrary } from 'fast-check';
import {
  type Endpoint,
  type EndpointInput,
  type EndpointRequest,
  isCustomEndpoint,
  isSegment,
} from '../../endpoint/endpoint.js';
import { fits } from '../../endpoint/endpoint-schemas.js';
import { UsageError } from '../../errors.js';
import { schemaValues } from './schema-values.js';

/**
 * Returns an arbitrary of valid requests of a custom endpoint: `{ params, query, body }`, each if the endpoint has one,
 * generated from its zod schemas. Values fit the schemas, also after shrinking. Section 4.3.
 *
 * @throws {UsageError} for something else than an endpoint, and with the path of a schema whose values cannot be generated.
 * @example
 * import { defineEndpoint } from 'crosscheck';
 * import { endpointInput } from 'crosscheck/arbitraries';
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
 * fc.assert(fc.property(endpointInput(shardStatistics), ({ query }) => query.limit <= 100));
 */
export function endpointInput<Of extends Endpoint>(endpoint: Of): Arbitrary<EndpointInput<Of>> {
  assertCustom(endpoint, 'endpointInput');
  return endpointRequests(endpoint) as Arbitrary<EndpointInput<Of>>;
}

/** Throws a UsageError for something else than an endpoint of defineEndpoint. */
export function assertCustom(endpoint: Endpoint, taker: string): void {
  if (!isCustomEndpoint(endpoint))
    throw new UsageError(`${taker} takes an endpoint created by defineEndpoint`);
}

/** The same without the endpoint's types; with `isFull` every member is there, and no list is empty. */
export function endpointRequests(
  { name, params, query, body }: Endpoint,
  isFull = false,
): Arbitrary<EndpointRequest> {
  const parts: Record<string, Arbitrary<unknown>> = {};
  if (params !== undefined)
    parts.params = schemaValues(params.refine(areSegments), `params of ${name}`, { isFull });
  if (query !== undefined) {
    const expressible = query.refine((given) => areWellFormed(given) && fits(query, sentQuery(given)));
    parts.query = schemaValues(expressible, `query of ${name}`, { isFull });
  }
  if (body !== undefined) parts.body = schemaValues(body, `body of ${name}`, { isFull });
  return fc.record(parts, { noNullPrototype: true }) as Arbitrary<EndpointRequest>;
}

/** Returns the members of a query that are sent: a list without items writes nothing. */
export function sentQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function areSegments(params: Readonly<Record<string, unknown>>): boolean {
  return Object.values(params).every(isSegment) && areWellFormed(params);
}

/** Paths and queries cannot express lone surrogates. */
function areWellFormed(members: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(members)
    .flat(2)
    .every((text) => typeof text !== 'string' || text.isWellFormed());
}
