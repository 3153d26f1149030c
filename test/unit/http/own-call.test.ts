import { createClient, defineOperation, SchemaMismatchError } from 'crosscheck';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOperations, resetProfile, shardStatistics } from '../../support/own-operations.js';
import {
  type OwnOperationsService,
  startOwnOperationsService,
} from '../../support/own-operations-service.js';

let service: OwnOperationsService;
const statistics = '/beta/observer/shards-statistics';

beforeAll(async () => {
  service = await startOwnOperationsService();
});
beforeEach(() => {
  service.asked.length = 0;
  service.routes.clear();
});
afterAll(() => service?.close());

describe('client.call', () => {
  it('sends the query and gives what the schema makes of the answer', async () => {
    service.routes.set(statistics, () => [
      200,
      '{"shards":[{"shardsKey":18446744073709551615,"messages":3,"extra":1}],"total":1}',
    ]);
    const result = await createClient(service.deployment).call(shardStatistics, {
      query: { limit: 10, from: 2n ** 64n },
    });
    expect(service.asked).toEqual([
      { target: `GET ${statistics}?limit=10&from=18446744073709551616`, body: '' },
    ]);
    expect(result.response).toEqual({ shards: [{ shardsKey: 18446744073709551615n, messages: 3 }] });
    expect(result.drift.map(({ path }) => path)).toEqual(['shards[0].extra', 'total']);
    expect(result.exchange.response?.status).toBe(200);
    expect(result.durationMs).toBe(result.exchange.durationMs);
  });

  it('sends the body with exact integers, and lists of a query as repeated names', async () => {
    service.routes.set('/alpha/simulator/find-operations', () => [200, '{"ids":null}']);
    const client = createClient(service.deployment);
    await client.call(findOperations, { body: { keys: [2n ** 64n] } });
    const listed = defineOperation({
      name: 'listed',
      server: 'simulator',
      method: 'POST',
      path: '/{alpha}/simulator/find-operations',
      query: z.object({ id: z.array(z.string()), isLast: z.boolean().optional() }),
      response: z.unknown(),
    });
    await client.call(listed, { query: { id: ['a b', 'ä&'], isLast: undefined } });
    expect(service.asked.map(({ target, body }) => `${target} ${body}`)).toEqual([
      'POST /alpha/simulator/find-operations {"keys":[18446744073709551616]}',
      'POST /alpha/simulator/find-operations?id=a%20b&id=%C3%A4%26 ',
    ]);
  });

  it('sends nothing when the request does not fit', async () => {
    const call = createClient(service.deployment).call(shardStatistics, {
      query: { limit: 101 },
      body: 1,
    } as never);
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID' });
    expect((error as Error).message).toMatchInlineSnapshot(`
      "The request of shard-statistics is not valid; nothing was sent

      - query.limit: Too big: expected number to be <=100
      - body: expected undefined, received number
      What to do: mend the fields, or the schemas of the operation if it takes such a request"
    `);
    expect(service.asked).toEqual([]);
  });

  it('says where an answer is of another shape', async () => {
    service.routes.set(statistics, () => [200, '{"shards":[{"shardsKey":"7","messages":9007199254740993}]}']);
    const call = createClient(service.deployment).call(shardStatistics, { query: { limit: 1 } });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SCHEMA_MISMATCH' });
    expect((error as SchemaMismatchError).issues.map(({ path }) => path)).toEqual([
      'shards[0].shardsKey',
      'shards[0].messages',
    ]);
  });

  it('fails as the other calls do', async () => {
    const call = () => createClient(service.deployment).call(shardStatistics, { query: { limit: 1 } });
    await expect(call()).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 404 });
    service.routes.set(statistics, () => [200, '<html>']);
    await expect(call()).rejects.toMatchObject({ code: 'HTTP_BODY_NOT_JSON' });
  });

  it('tries again what only reads, and what changes something when it is told to', async () => {
    const failing = (): [number, string] => [503, '{"error":"later"}'];
    service.routes.set(statistics, failing);
    service.routes.set('/beta/observer/time-profiling/reset', failing);
    const retries = { limit: 2, minDelayMs: 0, maxDelayMs: 0 };
    const client = createClient({ ...service.deployment, retries });
    await expect(client.call(shardStatistics, { query: { limit: 1 } })).rejects.toThrow();
    expect(service.asked).toHaveLength(3);
    await expect(client.call(resetProfile)).rejects.toThrow();
    expect(service.asked).toHaveLength(4);
    await expect(client.call(resetProfile, {}, { retries: 1 })).rejects.toThrow();
    expect(service.asked).toHaveLength(6);
  });

  it('refuses what is no operation, bad options, and queries without a text', async () => {
    const client = createClient(service.deployment);
    await expect(client.call({} as never, {} as never)).rejects.toThrow(
      'call takes an operation that defineOperation gave',
    );
    await expect(client.call(resetProfile, {}, { retries: -1 })).rejects.toThrow('The call has bad options');
    const odd = defineOperation({
      name: 'odd',
      server: 'observer',
      method: 'GET',
      path: '/odd',
      query: z.object({ filter: z.object({}) }),
      response: z.unknown(),
    });
    await expect(client.call(odd, { query: { filter: {} } })).rejects.toThrow(
      'odd: query.filter must be a text, a number, a boolean, or a list of them, got {}',
    );
  });
});
