import { defineOperation } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isOwnOperation } from '../../../src/contract/define-operation.js';
import { numbersAsAsked } from '../../../src/contract/numbers-as-asked.js';

const good = {
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/observer/shards-statistics',
  response: z.object({}),
} as const;

describe('defineOperation', () => {
  it('fills in what practice says', () => {
    expect(defineOperation(good)).toMatchObject({ readOnly: true, statuses: [400, 404, 500] });
    expect(defineOperation({ ...good, method: 'POST' })).toMatchObject({ readOnly: false });
    expect(defineOperation({ ...good, method: 'POST', readOnly: true, statuses: [422] })).toMatchObject({
      readOnly: true,
      statuses: [422],
    });
  });

  it('gives what is known for an operation, and nothing else is', () => {
    const operation = defineOperation(good);
    expect(isOwnOperation(operation)).toBe(true);
    expect([{ ...operation }, Object.freeze({}), undefined, null, 'x'].some(isOwnOperation)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['name', { name: 'ShardStatistics' }, 'name must be a name in lower case with dashes'],
    ['name of the interface', { name: 'simulate' }, 'name is the name of an operation of the interface'],
    ['server', { server: 'gateway' }, 'server must be one of simulator, observer'],
    ['method', { method: 'PUT' }, 'method must be one of GET, POST'],
    ['relative path', { path: 'statistics' }, 'path must be a path that starts with /'],
    ['path with a query', { path: '/statistics?x=1' }, 'path must be a path as it is sent, without a query'],
    ['path with a blank', { path: '/shard statistics' }, 'path must be a path as it is sent'],
    [
      'path with other places',
      { path: '/{gamma}/x' },
      'path may hold {alpha} and {beta}, and no other braces',
    ],
    ['query that is no object', { query: z.string() }, 'query must be an object schema of zod 4'],
    ['schema of another library', { response: { parse: () => 1 } }, 'response must be a schema of zod 4'],
    ['body of a GET', { body: z.string() }, 'body must not be there: a GET has no body'],
    ['status of success', { statuses: [204] }, 'statuses has a bad item [0]'],
    ['unknown option', { readonly: true }, 'readonly is not an option; did you mean readOnly?'],
    ['missing option', { response: undefined }, 'response is missing'],
    [
      'example',
      { query: z.object({ limit: z.int() }), example: { query: { limit: 'x' } } },
      'example.query.limit does not fit the schema',
    ],
    [
      'part of an example',
      { example: { body: 1 } },
      'example.body must not be there: the operation has none',
    ],
  ])('refuses a bad %s', (_, bad, message) => {
    expect(() => defineOperation({ ...good, ...bad } as never)).toThrow(message);
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

  it('keeps what stands in the place of something else', () => {
    expect(numbersAsAsked(z.object({ a: z.array(z.int()) }), { a: { b: 1n } })).toEqual({ a: { b: 1n } });
    expect(numbersAsAsked(z.string(), 1n)).toBe(1n);
  });
});
