import { defineEndpoint } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { numbersAsAsked } from '../../../src/contract/schema-introspection.js';
import { isEndpoint } from '../../../src/endpoint/define-endpoint.js';

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
  it('fills in what practice says', () => {
    expect(defineEndpoint(good)).toMatchObject({ readOnly: true, statuses: [400, 404, 500] });
    expect(defineEndpoint({ ...good, method: 'POST' })).toMatchObject({ readOnly: false });
    expect(defineEndpoint({ ...good, method: 'POST', readOnly: true, statuses: [422] })).toMatchObject({
      readOnly: true,
      statuses: [422],
    });
  });

  it('takes params, queries of all that has a text, and a status once', () => {
    const query = z.looseObject({
      ids: z.array(z.bigint()).optional(),
      late: z.lazy(() => z.enum(['a', 'b'])),
      either: z.union([z.literal('all'), z.int()]).default('all'),
      read: z.preprocess((value) => value, z.boolean()),
      any: z.unknown(),
    });
    const operation = { ...good, path: '/{beta}/{id}', params: id, query, statuses: [404, 404] };
    expect(defineEndpoint(operation)).toMatchObject({ params: id, query, statuses: [404] });
  });

  it('takes paths of the observer on the destination chain, that of the other endpoint included', () => {
    for (const name of ['operations', 'is-message-included-in-consensus'])
      expect(defineEndpoint({ ...good, path: `/{alpha}/observer/${name}` })).toMatchObject({
        path: `/{alpha}/observer/${name}`,
      });
  });

  it('returns what is an endpoint, and nothing else is', () => {
    const operation = defineEndpoint(good);
    expect(isEndpoint(operation)).toBe(true);
    expect([{ ...operation }, Object.freeze({}), undefined, null, 'x'].some(isEndpoint)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['name', { name: 'ShardStatistics' }, 'name must be a name in lower case with dashes'],
    ['name of the interface', { name: 'simulate' }, 'name is the name of a built-in endpoint'],
    ['server', { server: 'gateway' }, 'server must be one of simulator, observer'],
    ['method', { method: 'PUT' }, 'method must be one of GET, POST'],
    ['relative path', { path: 'statistics' }, 'path must be a path that starts with /'],
    ['path with a query', { path: '/statistics?x=1' }, 'path must be a path as it is sent, without a query'],
    ['path with a blank', { path: '/shard statistics' }, 'path must be a path as it is sent'],
    ['path with a place unsaid', { path: '/{gamma}/x' }, 'path has {gamma}: say in params what it is'],
    [
      'path with a place within a segment',
      { path: '/x-{id}' },
      'path must have braces that hold a name and fill a whole segment',
    ],
    ['path with a colon', { path: '/{beta}/x/:id' }, 'path has /:id: did you mean {id}?'],
    ['path with a place twice', { path: '/{id}/{id}', params: id }, 'path has {id} more than once'],
    ['param that is nowhere', { params: id }, 'params.id has no {id} in the path'],
    [
      'param that may be left out',
      { path: '/{id}', params: id.partial() },
      'params.id must not be optional: the path needs it',
    ],
    [
      'list as a param',
      { path: '/{id}', params: z.object({ id: z.array(z.int()) }) },
      'params has id of the type array',
    ],
    [
      'path of the interface',
      { path: '/{beta}/observer/is-message-included-in-consensus' },
      'path is the path of a built-in endpoint',
    ],
    [
      'path of the interface on a named chain',
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
    ['query that is no object', { query: z.string() }, 'query must be an object schema of zod 4'],
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
      'example whose refinement takes its time',
      { query: z.object({ limit: z.int().refine(async () => true) }), example: { query: { limit: 1 } } },
      'example.query cannot be held against its schema: A schema of an endpoint failed',
    ],
    [
      'example whose refinement throws',
      { query: throwing, example: { query: { limit: 1 } } },
      'example.query cannot be held against its schema: A schema of an endpoint failed: refined',
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
    ['part of an example', { example: { body: 1 } }, 'example.body must not be there: the endpoint has none'],
  ])('refuses a bad %s', (_, bad, message) => {
    expect(() => defineEndpoint({ ...good, ...bad } as never)).toThrow(message);
  });
});

describe('the response of defineEndpoint', () => {
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
  ])('must not put values of its own in the place of a missing one: %s', (_, response, message) => {
    expect(() => defineEndpoint({ ...good, response })).toThrow(message);
    expect(() => defineEndpoint({ ...good, response })).toThrow('values that the service did not send');
  });

  it('may name what is defined later', () => {
    const response = z.object({ late: z.lazy(() => later) });
    expect(defineEndpoint({ ...good, response }).response).toBe(response);
    const later = z.int();
    expect(response.parse({ late: 1 })).toEqual({ late: 1 });
  });

  it('may be recursive, optional and transformed', () => {
    for (const response of [tree, endless(), z.json(), z.int().optional(), z.string().transform(Number)])
      expect(defineEndpoint({ ...good, response }).response).toBe(response);
  });
});

describe('numbersAsAsked', () => {
  const asked = (schema: z.ZodType, value: unknown): unknown => schema.parse(numbersAsAsked(schema, value));

  it('gives numbers where numbers are asked for, and bigints where bigints are', () => {
    const schema = z.looseObject({
      int: z.int(),
      big: z.bigint(),
      list: z.array(z.number().nullable()).optional(),
      record: z.record(z.string(), z.int()),
      tuple: z.tuple([z.int(), z.bigint()], z.number()),
      literal: z.literal([1, 2]),
      enumeration: z.enum({ one: 1 }),
      late: z.lazy(() => z.int()).default(0),
      either: z.union([z.object({ a: z.int() }), z.object({ b: z.bigint() })]),
      both: z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })),
      changed: z.int().transform((value) => value + 1),
    });
    const body = {
      int: 1n,
      big: 1n,
      list: [1n, null, 1.5],
      record: { a: 1n },
      tuple: [1n, 1n, 2n],
      literal: 1n,
      enumeration: 1n,
      either: { b: 1n },
      both: { a: 1n, b: 2n },
      changed: 1n,
      unknown: 1n,
    };
    expect(asked(schema, body)).toEqual({
      int: 1,
      big: 1n,
      list: [1, null, 1.5],
      record: { a: 1 },
      tuple: [1, 1n, 2],
      literal: 1,
      enumeration: 1,
      late: 0,
      either: { b: 1n },
      both: { a: 1, b: 2 },
      changed: 2,
      unknown: 1n,
    });
  });

  it('keeps what a number would round', () => {
    expect(numbersAsAsked(z.number(), 2n ** 53n)).toBe(2n ** 53n);
  });

  it('reads any JSON, whatever schema its getter makes', () => {
    expect(numbersAsAsked(z.json(), { a: [1n, { b: 2n }], c: 'd' })).toEqual({ a: [1, { b: 2 }], c: 'd' });
  });

  it('keeps what stands in the place of something else', () => {
    expect(numbersAsAsked(z.object({ a: z.array(z.int()) }), { a: { b: 1n } })).toEqual({ a: { b: 1n } });
    expect(numbersAsAsked(z.string(), 1n)).toBe(1n);
  });
});
