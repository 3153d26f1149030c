import { createClient, defineEndpoint, type EndpointOptions, SchemaMismatchError } from 'crosscheck';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOperations, resetProfile, shardStatistics } from '../../support/custom-endpoints.js';
import {
  type CustomEndpointsService,
  startCustomEndpointsService,
} from '../../support/custom-endpoints-service.js';

let service: CustomEndpointsService;
const statistics = '/beta/observer/shards-statistics';

beforeAll(async () => {
  service = await startCustomEndpointsService();
});
beforeEach(() => {
  service.asked.length = 0;
  service.routes.clear();
});
afterAll(() => service?.close());

describe('client.call', () => {
  it('sends the query and returns the answer as the schema parses it', async () => {
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
    const listed = defineEndpoint({
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

  it('sends nothing when the request does not match the schemas', async () => {
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
      What to do: fix the fields, or the schemas of the endpoint if it takes such a request"
    `);
    expect(service.asked).toEqual([]);
  });

  it('rejects an answer that does not match the schema, with the paths', async () => {
    service.routes.set(statistics, () => [200, '{"shards":[{"shardsKey":"7","messages":9007199254740993}]}']);
    const call = createClient(service.deployment).call(shardStatistics, { query: { limit: 1 } });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SCHEMA_MISMATCH' });
    expect((error as SchemaMismatchError).issues.map(({ path }) => path)).toEqual([
      'shards[0].shardsKey',
      'shards[0].messages',
    ]);
  });

  it('rejects with the same errors as the built-in calls', async () => {
    const call = () => createClient(service.deployment).call(shardStatistics, { query: { limit: 1 } });
    await expect(call()).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 404 });
    service.routes.set(statistics, () => [200, '<html>']);
    await expect(call()).rejects.toMatchObject({ code: 'HTTP_BODY_NOT_JSON' });
  });

  it('retries a read-only endpoint, and another one only when retries is set', async () => {
    const failing = (): [number, string] => [503, '{"error":"later"}'];
    service.routes.set(statistics, failing);
    service.routes.set('/beta/observer/time-profiling/reset', failing);
    const retries = { limit: 2, minIntervalMs: 0, maxIntervalMs: 0 };
    const client = createClient({ ...service.deployment, retries });
    await expect(client.call(shardStatistics, { query: { limit: 1 } })).rejects.toThrow();
    expect(service.asked).toHaveLength(3);
    await expect(client.call(resetProfile)).rejects.toThrow();
    expect(service.asked).toHaveLength(4);
    await expect(client.call(resetProfile, {}, { retries: 1 })).rejects.toThrow();
    expect(service.asked).toHaveLength(6);
  });

  it('fills the path with params, each as one segment', async () => {
    const client = createClient(service.deployment);
    service.routes.set('/beta/observer/operations/%7Bbeta%7D%2F..%3F%25/7', () => [200, '{}']);
    await client.call(operationOfShard, { params: { operationId: '{beta}/..?%', shard: 7n } });
    expect(service.asked).toEqual([
      { target: 'GET /beta/observer/operations/%7Bbeta%7D%2F..%3F%25/7', body: '' },
    ]);
    for (const operationId of ['', '.', '..'])
      await expect(client.call(operationOfShard, { params: { operationId, shard: 7n } })).rejects.toThrow(
        `operation: params.operationId must be a segment of a path, got ${JSON.stringify(operationId)}`,
      );
    await expect(client.call(operationOfShard, {} as never)).rejects.toThrow(
      '- params.operationId: missing, expected string',
    );
    expect(service.asked).toHaveLength(1);
  });

  it('sends no members that the schema of the query does not have, unless it is loose', async () => {
    const client = createClient(service.deployment);
    await expect(client.call(shardStatistics, { query: { limit: 1, form: 2n } } as never)).rejects.toThrow(
      '- query.form: no such field; did you mean from?',
    );
    const loose = define({ query: z.looseObject({}) });
    service.routes.set('/odd', () => [200, '{}']);
    await client.call(loose, { query: { 'a b&': 'x' } });
    expect(service.asked).toEqual([{ target: 'GET /odd?a%20b%26=x', body: '' }]);
  });

  it('sends no text that UTF-8 cannot express', async () => {
    const client = createClient(service.deployment);
    const loose = define({ query: z.looseObject({}) });
    const why = 'must have no lone surrogates';
    await expect(client.call(loose, { query: { to: 'x\ud800' } })).rejects.toThrow(
      `odd: query.to ${why}, got "x\\ud800"; UTF-8 cannot express them; nothing was sent`,
    );
    await expect(client.call(loose, { query: { ids: ['a', '\udfff'] } })).rejects.toThrow(`query.ids ${why}`);
    await expect(client.call(loose, { query: { '\ud800': 'a' } })).rejects.toThrow(why);
    const params = { operationId: '\ud800', shard: 7n };
    await expect(client.call(operationOfShard, { params })).rejects.toThrow(
      `operation: params.operationId ${why}`,
    );
    await expect(client.call(operationOfShard, { params })).rejects.toMatchObject({ code: 'USAGE' });
    expect(service.asked).toEqual([]);
  });

  const circular: { members: unknown[] } = { members: [] };
  circular.members.push(circular);
  it.each<[string, unknown, string]>([
    ['a function', () => 1, 'body must be a JSON value, got a function'],
    ['a function as a member', { fee: () => 1 }, 'body.fee must be a JSON value, got a function'],
    ['a symbol', { fee: Symbol('fee') }, 'body.fee must be a JSON value, got Symbol(fee)'],
    ['NaN', { fees: [1, Number.NaN] }, 'body.fees[1] must be a JSON value, got NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'body must be a JSON value, got Infinity'],
    ['an undefined item', ['a', undefined], 'body[1] must be a JSON value, got undefined'],
    // biome-ignore lint/suspicious/noSparseArray: JSON.stringify writes null for it
    ['a hole', ['a', , 'b'], 'body[1] must be a JSON value, got undefined'],
    ['a Map', { byName: new Map([['a', 1]]) }, 'body.byName must be a JSON value, got an instance of Map'],
    ['a Set', new Set([1]), 'body must be a JSON value, got an instance of Set'],
    ['bytes', { data: new Uint8Array([1]) }, 'body.data must be a JSON value, got an instance of Uint8Array'],
    ['an invalid date', { at: new Date(Number.NaN) }, 'body.at must be a JSON value, got an invalid Date'],
    ['a cycle', circular, 'body.members[0] must be a JSON value, got a cycle'],
  ])('sends no body that JSON would change: %s', async (_, body, message) => {
    const client = createClient(service.deployment);
    const error = await client.call(anyBody, { body }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'USAGE', message: `any-body: ${message}; nothing was sent` });
    expect(service.asked).toEqual([]);
  });

  it('sends everything that JSON can express', async () => {
    service.routes.set('/any-body', () => [200, '{}']);
    const shared = { amount: 2n ** 64n };
    const body = {
      twice: [shared, shared],
      at: new Date(0),
      text: '\ud800',
      absent: undefined,
      made: new (class Fee {
        readonly fee = 1;
      })(),
      nothing: Object.create(null) as object,
    };
    await createClient(service.deployment).call(anyBody, { body });
    expect(service.asked.map((asked) => asked.body)).toEqual([
      '{"twice":[{"amount":18446744073709551616},{"amount":18446744073709551616}],"at":"1970-01-01T00:00:00.000Z",' +
        '"text":"\\ud800","made":{"fee":1},"nothing":{}}',
    ]);
  });

  it('sends no members that the schema of the body does not have, at any depth', async () => {
    const transfers = defineEndpoint({
      name: 'transfers',
      server: 'simulator',
      method: 'POST',
      path: '/transfers',
      body: z.object({
        amount: z.string().optional(),
        directions: z.array(z.object({ to: z.string() })).optional(),
        pair: z.tuple([z.object({ one: z.int() })]).optional(),
        byName: z.record(z.string(), z.object({ fee: z.int().optional() })).optional(),
        either: z.union([z.object({ a: z.int() }), z.object({ a: z.int(), b: z.int() })]).optional(),
        both: z
          .object({ left: z.int() })
          .and(z.object({ right: z.object({ x: z.int() }) }))
          .optional(),
        loose: z.looseObject({ inner: z.object({}).optional() }).optional(),
      }),
      response: z.unknown(),
    });
    const body = {
      amuont: '5',
      directions: [{ to: 'x' }, { to: 'y', too: 1 }],
      pair: [{ one: 1, two: 2 }],
      byName: { first: { feee: 1 } },
      either: { a: 1, b: 2, c: 3 },
      both: { left: 1, right: { x: 1, y: 2 }, middle: 3 },
      loose: { anything: 1, inner: { odd: 1 } },
    };
    const call = (client = createClient(service.deployment)) => client.call(transfers, { body } as never);
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID' });
    expect((error as SchemaMismatchError).issues.map(({ path }) => path)).toEqual([
      'body.amuont',
      'body.directions[1].too',
      'body.pair[0].two',
      'body.byName.first.feee',
      'body.either.c',
      'body.both.middle',
      'body.both.right.y',
      'body.loose.inner.odd',
    ]);
    expect((error as Error).message).toContain('- body.amuont: no such field; did you mean amount?');
    expect(service.asked).toEqual([]);

    service.routes.set('/transfers', () => [200, '{}']);
    const { conventions } = service.deployment;
    await call(
      createClient({
        ...service.deployment,
        conventions: { ...conventions, additionalRequestMembers: 'allow' },
      }),
    );
    expect(service.asked).toEqual([{ target: 'POST /transfers', body: JSON.stringify(body) }]);
  });

  it('says what to do about an answer that does not match the schema, and about an integer that is too large for a number', async () => {
    service.routes.set('/odd', () => [200, '{"count":18446744073709551615,"left":"x"}']);
    const counted = define({ response: z.object({ count: z.int(), left: z.bigint() }) });
    const { message } = (await createClient(service.deployment)
      .call(counted, {})
      .catch((reason: unknown) => reason)) as Error;
    expect(message).toContain(
      '- count: expected a number below 2^53, received a BigInt or a greater integer (in answers, z.bigint() takes it)\n- left: expected integer, received string\n',
    );
    expect(message).toMatch(
      /What to do: fix the service, or what defineEndpoint says of the response of odd$/,
    );
  });

  it.each([
    [404, 'check the path of odd in defineEndpoint, or what is asked for'],
    [418, 'add it to the statuses of odd in defineEndpoint if it may answer so'],
  ])('says what to do about the status %d', async (status, advice) => {
    service.routes.set('/odd', () => [status, '{"error":"no"}']);
    await expect(createClient(service.deployment).call(define({}), {})).rejects.toThrow(
      `What to do: ${advice}`,
    );
  });

  it('rejects values that are not endpoints or requests, invalid options, and query members that cannot be sent', async () => {
    const client = createClient(service.deployment);
    await expect(client.call({} as never, {} as never)).rejects.toThrow(
      'call takes an endpoint created by defineEndpoint',
    );
    await expect(client.call(shardStatistics, null as never)).rejects.toThrow(
      'call takes a request of shard-statistics as { params, query, body }, got null',
    );
    await expect(client.call(resetProfile, {}, { retries: -1 })).rejects.toThrow(
      'The call has invalid options',
    );
    const odd = define({ query: z.object({ filter: z.unknown() }) });
    await expect(client.call(odd, { query: { filter: {} } })).rejects.toThrow(
      'odd: query.filter must be a text, a number, a boolean, or a list of them, got {}',
    );
  });
});

const operationOfShard = defineEndpoint({
  name: 'operation',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/observer/operations/{operationId}/{shard}',
  params: z.object({ operationId: z.string(), shard: z.bigint() }),
  response: z.unknown(),
});

const anyBody = defineEndpoint({
  name: 'any-body',
  server: 'observer',
  method: 'POST',
  path: '/any-body',
  body: z.any(),
  response: z.unknown(),
});

function define<Query extends z.ZodObject | undefined = undefined>(
  options: Pick<EndpointOptions<Query>, 'query'> & { response?: z.ZodType },
) {
  return defineEndpoint({
    name: 'odd',
    server: 'observer',
    method: 'GET',
    path: '/odd',
    response: z.unknown(),
    ...options,
  });
}
