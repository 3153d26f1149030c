import { defineEndpoint } from 'crosscheck';
import { z } from 'zod';

/** An endpoint that reads, by a query. */
export const shardStatistics = defineEndpoint({
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/observer/shards-statistics',
  query: z.object({ limit: z.int().min(1).max(100), from: z.bigint().min(0n).optional() }),
  response: z.object({ shards: z.array(z.object({ shardsKey: z.bigint(), messages: z.int() })) }),
  example: { query: { limit: 10 } },
});

/** An endpoint that reads, by a body. */
export const findOperations = defineEndpoint({
  name: 'find-operations',
  server: 'simulator',
  method: 'POST',
  path: '/{alpha}/simulator/find-operations',
  readOnly: true,
  body: z.strictObject({
    keys: z.array(z.bigint().min(0n)).max(3),
    kind: z.enum(['all', 'open']).optional(),
  }),
  response: z.object({ ids: z.array(z.string()).nullable() }),
});

/** An endpoint that changes something. */
export const resetProfile = defineEndpoint({
  name: 'reset-profile',
  server: 'observer',
  method: 'POST',
  path: '/{beta}/observer/time-profiling/reset',
  response: z.object({ reset: z.boolean() }),
});
