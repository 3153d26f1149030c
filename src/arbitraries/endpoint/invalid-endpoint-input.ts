import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';
import { pathText } from '../../internal/print.js';
import { endpointRequests } from './endpoint-input.js';
import { isInvalidRequest } from './is-invalid-request.js';
import { type PlaceFault, placeFaults, type RequestPart } from './place-faults.js';
import { changedAt, type PlaceStep, schemaPlaces } from './schema-places.js';

/** A request of an endpoint with exactly one fault. */
export interface InvalidEndpointInput {
  /** What is wrong: `missing`, `above-maximum`, `wrong-type`. */
  readonly fault: string;
  /** Where, as in `query.limit` and `body.items[2].amount`. */
  readonly path: string;
  /** Why it is wrong, as a sentence. */
  readonly reason: string;
  /** The request; does not fit the schemas of the endpoint. */
  readonly input: EndpointRequest;
}

/** A fault at a place. */
interface FaultRow extends PlaceFault {
  readonly steps: readonly PlaceStep[];
}

/** Which of several items, and which of several bad values. */
interface Choice {
  readonly item: number;
  readonly bad: number;
}

/** Requests on which it is tried what shows each fault. */
const trials = 10;

/**
 * Gives requests of an endpoint with exactly one fault each: a value that is missing, of another type or form, beyond a
 * bound, or too many. All else is valid, and stays so when they shrink; fault and place stay too.
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
  const invalid = invalidRequests(endpoint, 'invalidEndpointInput');
  if (invalid !== undefined) return invalid;
  throw new UsageError(`${endpoint.name} has no invalid request: its schemas take every one`);
}

/** The same; undefined for an endpoint that takes every request. `without` names faults to leave out. */
export function invalidRequests(
  endpoint: Endpoint,
  taker: string,
  without: readonly string[] = [],
): Arbitrary<InvalidEndpointInput> | undefined {
  const valid = endpointRequests(endpoint, taker, true);
  const rows = shownRows(endpoint, valid).filter(({ fault }) => !without.includes(fault));
  if (rows.length === 0) return undefined;
  const choice = fc.noShrink(fc.record({ item: fc.nat(), bad: fc.nat() }));
  return fc.noShrink(fc.constantFrom(...rows)).chain((row) =>
    fc
      .tuple(valid, choice)
      .map(([request, chosen]) => spoilt(endpoint, request, row, chosen))
      .filter((input) => input !== undefined),
  );
}

/** The faults that some requests show. */
function shownRows(endpoint: Endpoint, valid: Arbitrary<EndpointRequest>): FaultRow[] {
  const samples = fc.sample(valid, { numRuns: trials, seed: 1 });
  return faultRows(endpoint).filter((row) =>
    samples.some((request, at) => spoilt(endpoint, request, row, { item: at, bad: at }) !== undefined),
  );
}

function faultRows({ params, query, body }: Endpoint): FaultRow[] {
  const parts = Object.entries({ params, query, body }) as [RequestPart, z.ZodType | undefined][];
  return parts.flatMap(([part, schema]) =>
    schema === undefined
      ? []
      : schemaPlaces(schema).flatMap((place) =>
          placeFaults(place, part).map((fault) => ({ ...fault, steps: [part, ...place.steps] })),
        ),
  );
}

/** Undefined where the request has no such place, or would be valid all the same. */
function spoilt(
  endpoint: Endpoint,
  request: EndpointRequest,
  { steps, fault, reason, bad }: FaultRow,
  choice: Choice,
): InvalidEndpointInput | undefined {
  const pick = (count: number): number => (count === 0 ? 0 : choice.item % count);
  let values: readonly unknown[] = [];
  const look = changedAt(request, steps, pick, (value) => {
    values = bad(value);
    return value;
  });
  if (look === undefined) return undefined;
  const path = pathText(look.path);
  for (let at = 0; at < values.length; at++) {
    const value = values[(choice.bad + at) % values.length];
    const input = changedAt(request, steps, pick, () => value)?.value as EndpointRequest;
    if (isInvalidRequest(endpoint, input)) return { fault, path, reason: `${path} ${reason}`, input };
  }
  return undefined;
}
