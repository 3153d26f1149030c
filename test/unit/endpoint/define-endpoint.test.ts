import { defineEndpoint } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt } from '../client/calls.js';

const good = {
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/observer/shards-statistics',
  response: z.object({}),
} as const;

const id = z.object({ id: z.string() });
const throwing = z.object({
  limit: z.int().refine(() => {
    throw new Error('refined');
  }),
});

describe('defineEndpoint', () => {
  it('fills in the defaults', () => {
    expect(defineEndpoint(good)).toMatchObject({ readOnly: true, statuses: [400, 404, 500] });
    expect(defineEndpoint({ ...good, method: 'POST' })).toMatchObject({ readOnly: false });
    expect(defineEndpoint({ ...good, method: 'POST', readOnly: true, statuses: [422] })).toMatchObject({
      readOnly: true,
      statuses: [422],
    });
  });

  it('accepts params, queries of everything that can be a text, and each status once', () => {
    const query = z.looseObject({
      ids: z.array(z.bigint()).optional(),
      late: z.lazy(() => z.enum(['a', 'b'])),
      either: z.union([z.literal('all'), z.int()]).default('all'),
      read: z.preprocess((value) => value, z.boolean()),
      any: z.unknown(),
    });
    const endpoint = { ...good, path: '/{beta}/{id}', params: id, query, statuses: [404, 404] };
    expect(defineEndpoint(endpoint)).toMatchObject({ params: id, query, statuses: [404] });
  });

  it('accepts every path of the observer on the destination chain', () => {
    for (const name of ['operations', 'is-message-included-in-consensus'])
      expect(defineEndpoint({ ...good, path: `/{alpha}/observer/${name}` })).toMatchObject({
        path: `/{alpha}/observer/${name}`,
      });
  });

  it('returns the only objects that a client accepts as endpoints', async () => {
    const server = await startRawServer(answerOf(200, '{}'));
    const client = clientAt(server.origin);
    const endpoint = defineEndpoint(good);
    expect((await client.call(endpoint)).response).toEqual({});
    const copy = { ...endpoint };
    for (const other of [copy, Object.freeze(copy), Object.freeze({}), undefined, null, 'x'])
      await expect(client.call(other as unknown as typeof endpoint)).rejects.toMatchObject({ code: 'USAGE' });
    expect(server.requests).toHaveLength(1);
  });

  it('validates the example once, not with each call', async () => {
    const limits: number[] = [];
    const limit = z.int().refine((value) => limits.push(value) > 0);
    const server = await startRawServer(answerOf(200, '{}'));
    const endpoint = defineEndpoint({
      ...good,
      query: z.object({ limit }),
      example: { query: { limit: 1 } },
    });
    limits.length = 0;
    await clientAt(server.origin).call(endpoint, { query: { limit: 2 } });
    expect(new Set(limits)).toEqual(new Set([2]));
  });

  it.each<[string, object, string]>([
    ['name', { name: 'ShardStatistics' }, 'name must be a name in lower case with dashes'],
    ['name that is built in', { name: 'simulate' }, 'name is the name of a built-in endpoint'],
    ['server', { server: 'gateway' }, 'server must be one of simulator, observer'],
    ['method', { method: 'PUT' }, 'method must be one of GET, POST'],
    ['relative path', { path: 'statistics' }, 'path must be a path that starts with /'],
    [
      'path with an empty segment',
      { path: '//evil.example/a' },
      'path must be a path without empty segments',
    ],
    ['path with a query', { path: '/statistics?x=1' }, 'path must be a path as it is sent, without a query'],
    ['path with a blank', { path: '/shard statistics' }, 'path must be a path as it is sent'],
    ['path with an undeclared parameter', { path: '/{gamma}/x' }, 'path has {gamma}: add it to params'],
    [
      'path with a parameter within a segment',
      { path: '/x-{id}' },
      'path must have braces that hold a name and fill a whole segment',
    ],
    ['path with a colon', { path: '/{beta}/x/:id' }, 'path has /:id: did you mean {id}?'],
    ['path with a parameter twice', { path: '/{id}/{id}', params: id }, 'path has {id} more than once'],
    ['param that the path does not have', { params: id }, 'params.id has no {id} in the path'],
    [
      'param that is optional',
      { path: '/{id}', params: id.partial() },
      'params.id must not be optional: the path needs it',
    ],
    [
      'list as a param',
      { path: '/{id}', params: z.object({ id: z.array(z.int()) }) },
      'params has id of the type array',
    ],
    [
      'path that is built in',
      { path: '/{beta}/observer/is-message-included-in-consensus' },
      'path is the path of a built-in endpoint',
    ],
    [
      'path that is built in, with a chain name',
      { path: '/evm/simulator/simulate-message' },
      'path is the path of a built-in endpoint',
    ],
    ...[
      ['object', z.object({})],
      ['date', z.date().optional()],
      ['null', z.string().nullish()],
      ['null', z.literal(['a', null])],
      ['record', z.array(z.union([z.string(), z.record(z.string(), z.string())]))],
      ['array', z.tuple([z.array(z.string())])],
    ].map(
      ([type, schema]) =>
        [
          `query of the type ${type}`,
          { query: z.object({ odd: schema as z.ZodType }) },
          `query has odd of the type ${type}, for which there is no text`,
        ] as [string, object, string],
    ),
    ['query that is not an object', { query: z.string() }, 'query must be an object schema of zod 4'],
    [
      'schema of a member that every object has',
      { response: z.object({ names: z.array(z.object({ constructor: z.string().optional() })) }) },
      'response must not declare the member constructor: it has a name that every JavaScript object has',
    ],
    ['schema of another library', { response: { parse: () => 1 } }, 'response must be a schema of zod 4'],
    ['body of a GET', { body: z.string() }, 'body must not be there: a GET has no body'],
    ['status of success', { statuses: [204] }, 'statuses[0] must be an integer from 400 to 599, got 204'],
    ['unknown option', { readonly: true }, 'readonly is not an option; did you mean readOnly?'],
    ['missing option', { response: undefined }, 'response is missing'],
    [
      'example',
      { query: z.object({ limit: z.int() }), example: { query: { limit: 'x' } } },
      'example.query.limit does not fit the schema',
    ],
    [
      'example with an asynchronous refinement',
      { query: z.object({ limit: z.int().refine(async () => true) }), example: { query: { limit: 1 } } },
      'example.query cannot be validated: A schema of an endpoint failed',
    ],
    [
      'example with a refinement that throws',
      { query: throwing, example: { query: { limit: 1 } } },
      'example.query cannot be validated: A schema of an endpoint failed: refined',
    ],
    [
      'member of an example',
      { query: z.object({ limit: z.int().optional() }), example: { query: { limt: 1 } } },
      'example.query.limt is there, but the schema has no such field; did you mean limit?',
    ],
    [
      'param of an example',
      { path: '/{id}', params: id, example: {} },
      'example.params.id does not fit the schema',
    ],
    [
      'response with a promise',
      { response: z.object({ a: z.promise(z.int()).optional() }) },
      'response.a must not have z.promise(): JSON has no promises',
    ],
    [
      'body with a promise',
      { method: 'POST', body: z.array(z.promise(z.int())) },
      'body[0] must not have z.promise(): JSON has no promises',
    ],
    ['part of an example', { example: { body: 1 } }, 'example.body must not be there: the endpoint has none'],
  ])('rejects a bad %s', (_, bad, message) => {
    expect(() => defineEndpoint({ ...good, ...bad } as never)).toThrow(message);
  });
});

describe('the option response of defineEndpoint', () => {
  interface Tree {
    readonly children: Tree[];
  }
  const tree: z.ZodType<Tree> = z.object({ children: z.array(z.lazy(() => tree)) });
  const endless = (): z.ZodType => z.lazy(() => z.object({ left: endless(), right: endless() }));

  it.each<[string, z.ZodType, string]>([
    ['default', z.object({ a: z.int().default(1) }), 'response.a must not have .default()'],
    ['prefault', z.object({ a: z.int().prefault(1) }), 'response.a must not have .prefault()'],
    ['catch', z.object({}).catch({}), 'response must not have .catch()'],
    [
      'item',
      z.array(z.object({ b: z.int().default(1).nullable() })),
      'response[0].b must not have .default()',
    ],
    ['item of a tuple', z.tuple([z.int()], z.int().catch(1)), 'response[1] must not have .catch()'],
    ['record', z.object({ r: z.record(z.string(), z.int().catch(1)) }), 'must not have .catch()'],
    ['option', z.union([z.string(), z.object({ c: z.int().default(1) })]), 'response.c must not have'],
    ['side', z.object({}).and(z.object({ d: z.int().default(1) })), 'response.d must not have .default()'],
    ['transformed value', z.int().default(1).transform(String), 'response must not have .default()'],
    ['target of a pipe', z.string().pipe(z.string().catch('')), 'response must not have .catch()'],
    ['lazy value', z.object({ e: z.lazy(() => z.int().default(1)) }), 'response.e must not have .default()'],
    ['coerced boolean', z.object({ f: z.coerce.boolean() }), 'response.f must not have z.coerce: it returns'],
    ['coerced number', z.array(z.coerce.number().min(1)), 'response[0] must not have z.coerce'],
    ['coerced bigint', z.coerce.bigint().nullable(), 'response must not have z.coerce'],
    ['coerced text', z.record(z.string(), z.coerce.string()), 'must not have z.coerce'],
    ['preprocessed value', z.object({ g: z.preprocess(() => 1, z.int()) }), 'g must not have z.preprocess()'],
    [
      'transform of anything',
      z.object({ h: z.transform(() => 1) }),
      'response.h must not have z.transform()',
    ],
  ])('must not fill in missing values: %s', (_, response, message) => {
    expect(() => defineEndpoint({ ...good, response })).toThrow(message);
    expect(() => defineEndpoint({ ...good, response })).toThrow('values that the service did not send');
  });

  it('can refer to schemas that are defined later', () => {
    const response = z.object({ late: z.lazy(() => later) });
    expect(defineEndpoint({ ...good, response }).response).toBe(response);
    const later = z.int();
    expect(response.parse({ late: 1 })).toEqual({ late: 1 });
  });

  it('can be recursive, optional and transformed', () => {
    const optional = z.int().optional();
    const transformed = [
      z.string().transform(Number),
      z.string().transform(Number).pipe(z.int()),
      z.stringbool(),
    ];
    for (const response of [tree, endless(), z.json(), optional, ...transformed])
      expect(defineEndpoint({ ...good, response }).response).toBe(response);
  });
});

describe('the numbers of an answer', () => {
  const read = async (response: z.ZodType, json: string): Promise<unknown> => {
    const server = await startRawServer(answerOf(200, json));
    return (await clientAt(server.origin).call(defineEndpoint({ ...good, response }))).response;
  };

  it('are numbers or bigints, as the schema says', async () => {
    const schema = z.looseObject({
      int: z.int(),
      big: z.bigint(),
      list: z.array(z.number().nullable()).optional(),
      record: z.record(z.string(), z.int()),
      tuple: z.tuple([z.int(), z.bigint()], z.number()),
      literal: z.literal([1, 2]),
      enumeration: z.enum({ one: 1 }),
      late: z.lazy(() => z.int()),
      either: z.union([z.object({ a: z.int() }), z.object({ b: z.bigint() })]),
      both: z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })),
      changed: z.int().transform((value) => value + 1),
    });
    const json = `{
      "int": 1, "big": 1, "list": [1, null, 1.5], "record": { "a": 1 }, "tuple": [1, 1, 2], "literal": 1,
      "enumeration": 1, "late": 1, "either": { "b": 1 }, "both": { "a": 1, "b": 2 }, "changed": 1, "unknown": 1
    }`;
    expect(await read(schema, json)).toEqual({
      int: 1,
      big: 1n,
      list: [1, null, 1.5],
      record: { a: 1 },
      tuple: [1, 1n, 2],
      literal: 1,
      enumeration: 1,
      late: 1,
      either: { b: 1n },
      both: { a: 1, b: 2 },
      changed: 2,
      unknown: 1n,
    });
  });

  it.each<[string, z.ZodType]>([
    ['9007199254740992', z.number()],
    ['{"a":{"b":1}}', z.object({ a: z.array(z.int()) })],
    ['1', z.string()],
  ])('are not converted if they do not fit the schema: %s', async (json, schema) => {
    await expect(read(schema, json)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' });
  });

  it('are numbers in the schema of any JSON', async () => {
    expect(await read(z.json(), '{"a":[1,{"b":2}],"c":"d"}')).toEqual({ a: [1, { b: 2 }], c: 'd' });
  });
});
