import { defineEndpoint, type Endpoint } from 'crosscheck';
import { invalidEndpointInput } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isInvalidRequest } from '../../../../src/arbitraries/mutations/invalid-endpoint-input.js';

const endpoint = defineEndpoint({
  name: 'both',
  server: 'observer',
  method: 'POST',
  path: '/{beta}/both',
  query: z.object({
    limit: z.int().min(1).max(100),
    name: z.string(),
    isLast: z.boolean().optional(),
    ids: z.array(z.string().min(2)).max(2).optional(),
  }),
  body: z.strictObject({
    amounts: z
      .array(z.strictObject({ amount: z.bigint().min(0n), token: z.string().length(4).optional() }))
      .max(3),
    kind: z.enum(['all', 'some']).nullable(),
  }),
  response: z.unknown(),
});
const define = (parts: object): Endpoint =>
  defineEndpoint({
    name: 'any',
    server: 'observer',
    method: 'POST',
    path: '/any',
    response: z.unknown(),
    ...parts,
  });
const mutationsOf = (of: Endpoint): string[] => [
  ...new Set(
    fc
      .sample(invalidEndpointInput(of), { numRuns: 300, seed: 1 })
      .map(({ path, mutation }) => `${anyIndex(path)} ${mutation}`),
  ),
];
const generated = fc.sample(invalidEndpointInput(endpoint), { numRuns: 1000, seed: 1 });
const anyIndex = (path: string): string => path.replace(/\[\d+\]/g, '[]');

describe('invalidEndpointInput', () => {
  it('generates every mutation at every place where it is possible, and none that a service may accept', () => {
    const mutations = [
      ...new Set(generated.map(({ path, mutation }) => `${anyIndex(path)} ${mutation}`)),
    ].sort();
    expect(mutations).toMatchInlineSnapshot(`
      [
        "body deeply-nested",
        "body null",
        "body wrong-type",
        "body.__proto__ proto-key",
        "body.amounts deeply-nested",
        "body.amounts missing",
        "body.amounts null",
        "body.amounts too-many",
        "body.amounts wrong-type",
        "body.amounts[] deeply-nested",
        "body.amounts[] null",
        "body.amounts[] wrong-type",
        "body.amounts[].__proto__ proto-key",
        "body.amounts[].amount below-minimum",
        "body.amounts[].amount deeply-nested",
        "body.amounts[].amount digits-as-text",
        "body.amounts[].amount fraction",
        "body.amounts[].amount missing",
        "body.amounts[].amount null",
        "body.amounts[].amount wrong-type",
        "body.amounts[].constructor unknown-member",
        "body.amounts[].noSuchMember unknown-member",
        "body.amounts[].token deeply-nested",
        "body.amounts[].token null",
        "body.amounts[].token too-few",
        "body.amounts[].token too-many",
        "body.amounts[].token wrong-type",
        "body.constructor unknown-member",
        "body.kind deeply-nested",
        "body.kind missing",
        "body.kind wrong-type",
        "body.noSuchMember unknown-member",
        "query.ids too-many",
        "query.ids[] too-few",
        "query.isLast wrong-form",
        "query.limit above-maximum",
        "query.limit below-minimum",
        "query.limit empty-string",
        "query.limit fraction",
        "query.limit missing",
        "query.limit wrong-form",
        "query.name missing",
      ]
    `);
  });

  it('generates requests that do not fit the schemas in exactly one part', () => {
    for (const { input, path } of generated.slice(0, 200)) {
      const issues = [
        ...(endpoint.query.safeParse(input.query).error?.issues ?? []).map((issue) => [
          'query',
          ...issue.path,
        ]),
        ...(endpoint.body.safeParse(input.body).error?.issues ?? []).map((issue) => ['body', ...issue.path]),
      ];
      expect(issues.length, JSON.stringify(path)).toBeGreaterThan(0);
      expect(new Set(issues.map(([part]) => part)).size).toBe(1);
      expect(issues.every(([part]) => path.startsWith(String(part)))).toBe(true);
    }
  });

  it('generates the same requests for the same seed', () => {
    const generate = (seed: number) => fc.sample(invalidEndpointInput(endpoint), { numRuns: 50, seed });
    expect(generate(7)).toEqual(generate(7));
    expect(generate(7)).not.toEqual(generate(8));
  });

  it('keeps the mutation and its field when it shrinks', () => {
    const isElsewhere = ({ mutation, path }: { mutation: string; path: string }): boolean =>
      !(mutation === 'below-minimum' && anyIndex(path) === 'body.amounts[].amount');
    const { counterexample } = fc.check(fc.property(invalidEndpointInput(endpoint), isElsewhere), {
      seed: 1,
      numRuns: 1000,
    });
    expect(counterexample?.[0]).toMatchInlineSnapshot(`
      {
        "input": {
          "body": {
            "amounts": [
              {
                "amount": -1n,
                "token": "    ",
              },
            ],
            "kind": "all",
          },
          "query": {
            "ids": [
              "  ",
            ],
            "isLast": false,
            "limit": 1,
            "name": "",
          },
        },
        "mutation": "below-minimum",
        "path": "body.amounts[0].amount",
        "reason": "It is below the minimum 0.",
      }
    `);
  });

  it.each<[string, object, string[]]>([
    [
      'an integer: no bounds that only JavaScript has',
      { body: z.int() },
      ['body deeply-nested', 'body digits-as-text', 'body fraction', 'body null', 'body wrong-type'],
    ],
    [
      'a text with a minimum length: too few characters',
      { body: z.string().min(1) },
      ['body deeply-nested', 'body null', 'body too-few', 'body wrong-type'],
    ],
    [
      'a text in a query: an empty one',
      { query: z.object({ a: z.string().min(1) }) },
      ['query.a empty-string', 'query.a missing'],
    ],
    [
      'a list of texts in a query: no single text',
      { query: z.object({ a: z.array(z.string().min(1)).max(1) }) },
      ['query.a empty-string', 'query.a missing', 'query.a too-many'],
    ],
    [
      'a text with a pattern and a length: both broken separately',
      {
        query: z.object({
          a: z
            .string()
            .regex(/^[a-f]+$/)
            .length(4)
            .optional(),
        }),
      },
      ['query.a too-few', 'query.a too-many', 'query.a wrong-form'],
    ],
    [
      'params: none that changes the path',
      { path: '/{a}/{b}', params: z.object({ a: z.int().min(1), b: z.string().min(1) }) },
      ['params.a below-minimum', 'params.a fraction', 'params.a wrong-form'],
    ],
    [
      'any JSON: only mutations around it',
      { body: z.object({ any: z.json() }) },
      ['body deeply-nested', 'body null', 'body wrong-type', 'body.any missing'],
    ],
  ])('generates for %s', (_, parts, mutations) => {
    expect(mutationsOf(define(parts)).sort()).toEqual(mutations);
  });

  it('gives a text of the wrong form the right length', () => {
    const texts = fc
      .sample(
        invalidEndpointInput(
          define({
            body: z
              .string()
              .regex(/^[a-f]+$/)
              .length(4),
          }),
        ),
        { numRuns: 200, seed: 1 },
      )
      .filter(({ mutation }) => mutation === 'wrong-form')
      .map(({ input }) => String(input.body).length);
    expect(new Set(texts)).toEqual(new Set([4]));
  });

  it('rejects an endpoint that accepts every request', () => {
    const takesAll = defineEndpoint({
      name: 'all',
      server: 'observer',
      method: 'POST',
      path: '/{beta}/all',
      body: z.unknown(),
      response: z.unknown(),
    });
    expect(() => invalidEndpointInput(takesAll)).toThrow('all has no invalid request');
  });
});

describe('isInvalidRequest', () => {
  const limit = z.int().min(0).max(100);
  const id = z.string();

  it.each<[string, Partial<Record<'params' | 'query' | 'body', z.ZodType>>, object, boolean]>([
    ['an integer that only JavaScript rounds as valid', { body: z.int().min(0) }, { body: 2n ** 53n }, false],
    ['the same in a union as valid', { body: z.union([z.int(), id]) }, { body: 2n ** 64n }, false],
    [
      'the same in a query as valid',
      { query: z.object({ limit: z.int() }) },
      { query: { limit: '9007199254740992' } },
      false,
    ],
    ['an integer below a bound as invalid', { body: z.int().min(0) }, { body: -1 }, true],
    ['a text instead of a number as invalid', { body: z.union([z.int(), z.boolean()]) }, { body: 'x' }, true],
    ['an integer instead of a bigint as valid', { body: z.bigint() }, { body: 7 }, false],
    ['a missing body as invalid', { body: z.object({}) }, {}, true],
    ['a body of an endpoint without one as valid', {}, { body: 7 }, false],
    ['a query above a bound as invalid', { query: z.object({ limit }) }, { query: { limit: 101 } }, true],
    [
      'a number as a text in a query as valid',
      { query: z.object({ limit }) },
      { query: { limit: '7' } },
      false,
    ],
    [
      'a list of numbers as texts as valid',
      { query: z.object({ ids: z.array(limit) }) },
      { query: { ids: ['7', '8'] } },
      false,
    ],
    [
      'a list of numbers with another text as invalid',
      { query: z.object({ ids: z.array(limit) }) },
      { query: { ids: ['7', 'x'] } },
      true,
    ],
    [
      'a single item instead of a list as valid',
      { query: z.object({ ids: z.array(z.boolean()) }) },
      { query: { ids: 'true' } },
      false,
    ],
    [
      'a list without items, which writes nothing, as an absent one',
      { query: z.object({ ids: z.array(id).min(1).optional() }) },
      { query: { ids: [] } },
      false,
    ],
    [
      'the same as invalid where the list is required',
      { query: z.object({ ids: z.array(id).min(1) }) },
      { query: { ids: [] } },
      true,
    ],
    [
      'an empty text, which may be read as an absent one, as valid',
      { query: z.object({ name: id.min(1).optional() }) },
      { query: { name: '' } },
      false,
    ],
    [
      'the same as invalid where the text is required',
      { query: z.object({ name: id.min(1) }) },
      { query: { name: '' } },
      true,
    ],
    [
      'a param of another type as invalid',
      { params: z.object({ id: z.int() }) },
      { params: { id: 'seven' } },
      true,
    ],
    ['an integer in a path as valid', { params: z.object({ id: z.bigint() }) }, { params: { id: 7 } }, false],
    [
      'a param that cannot be sent as valid',
      { params: z.object({ id: z.int() }) },
      { params: { id: '..' } },
      false,
    ],
  ])('judges %s', (_, { params, ...schemas }, request, isInvalid) => {
    const endpoint = defineEndpoint({
      name: 'any',
      server: 'observer',
      method: 'POST',
      path: params === undefined ? '/any' : '/any/{id}',
      params: params as z.ZodObject | undefined,
      ...(schemas as { query?: z.ZodObject; body?: z.ZodType }),
      response: z.unknown(),
    });
    expect(isInvalidRequest(endpoint, request)).toBe(isInvalid);
  });
});
