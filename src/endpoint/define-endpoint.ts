import type { z } from 'zod';
import { refuseFaults } from '../internal/options.js';
import type { Endpoint, EndpointOptions } from './endpoint.js';
import { endpointFaults } from './endpoint-faults.js';

/**
 * Defines an endpoint of the service that the interface names without showing it (section 4.3), so that clients, smoke
 * runs and campaigns can call it. The schemas say what stands on the wire: a request is held against them and sent as it
 * was given, without their defaults and transforms; an answer is what they make of it. Sends nothing.
 *
 * @throws {UsageError} when an option is bad, with the path of each bad option.
 * @example
 * import { createClient, defineDeployment, defineEndpoint } from 'crosscheck';
 * import { z } from 'zod';
 *
 * const shardStatistics = defineEndpoint({
 *   name: 'shard-statistics',
 *   server: 'observer',
 *   method: 'GET',
 *   path: '/{beta}/observer/shards-statistics',
 *   query: z.object({ limit: z.int().min(1).max(100).optional() }),
 *   response: z.object({ shards: z.array(z.object({ shardsKey: z.bigint(), messages: z.int() })) }),
 * });
 * const client = createClient(
 *   defineDeployment({ simulatorUrl: 'http://localhost:8080', observerUrl: 'http://localhost:8081' }),
 * );
 * const { response } = await client.call(shardStatistics, { query: { limit: 10 } });
 */
export function defineEndpoint<
  Response extends z.ZodType,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Params extends z.ZodObject | undefined = undefined,
>(options: EndpointOptions<Query, Body, Response, Params>): Endpoint<Query, Body, Response, Params> {
  refuseFaults('The endpoint is not well defined', endpointFaults(options));
  const { name, server, method, path, params, query, body, response, example } = options;
  const endpoint: Endpoint = {
    name,
    server,
    method,
    path,
    params,
    query,
    body,
    response,
    readOnly: options.readOnly ?? method === 'GET',
    statuses: Object.freeze([...new Set(options.statuses ?? practicedStatuses)]),
    example,
  };
  return Object.freeze(endpoint) as Endpoint<Query, Body, Response, Params>;
}

/** Tells whether a value is an endpoint that `defineEndpoint` gave, of this copy of the package or another. */
export function isEndpoint(value: unknown): value is Endpoint {
  return Object.isFrozen(value) && endpointFaults(value as EndpointOptions).length === 0;
}

const practicedStatuses: readonly number[] = [400, 404, 500];
