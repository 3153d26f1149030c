import { defineEndpoint } from 'crosscheck';
import { invalidEndpointInput } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../../src/endpoint/endpoint.js';

const operation = defineEndpoint({
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
const drawn = fc.sample(invalidEndpointInput(operation), { numRuns: 1000, seed: 1 });
const anyIndex = (path: string): string => path.replace(/\[\d+\]/g, '[]');

describe('invalidEndpointInput', () => {
  it('gives every mutation at every place where it can be, and none that a service may overlook', () => {
    const told = [...new Set(drawn.map(({ path, mutation }) => `${anyIndex(path)} ${mutation}`))].sort();
    expect(told).toMatchInlineSnapshot(`
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
        "query.limit empty",
        "query.limit fraction",
        "query.limit missing",
        "query.limit wrong-form",
        "query.name missing",
      ]
    `);
  });

  it('gives requests that do not fit the schemas, in one place', () => {
    for (const { input, path } of drawn.slice(0, 200)) {
      const issues = [
        ...(operation.query.safeParse(input.query).error?.issues ?? []).map((issue) => [
          'query',
          ...issue.path,
        ]),
        ...(operation.body.safeParse(input.body).error?.issues ?? []).map((issue) => ['body', ...issue.path]),
      ];
      expect(issues.length, JSON.stringify(path)).toBeGreaterThan(0);
      expect(new Set(issues.map(([part]) => part)).size).toBe(1);
      expect(issues.every(([part]) => path.startsWith(String(part)))).toBe(true);
    }
  });

  it('gives the same for the same seed', () => {
    const draw = (seed: number) => fc.sample(invalidEndpointInput(operation), { numRuns: 50, seed });
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('keeps mutation and field when it shrinks', () => {
    const isElsewhere = ({ mutation, path }: { mutation: string; path: string }): boolean =>
      !(mutation === 'below-minimum' && anyIndex(path) === 'body.amounts[].amount');
    const { counterexample } = fc.check(fc.property(invalidEndpointInput(operation), isElsewhere), {
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
      'an integer: no bounds of JavaScript',
      { body: z.int() },
      ['body deeply-nested', 'body digits-as-text', 'body fraction', 'body null', 'body wrong-type'],
    ],
    [
      'a text with a length: too few only',
      { body: z.string().min(1) },
      ['body deeply-nested', 'body null', 'body too-few', 'body wrong-type'],
    ],
    [
      'a text in a query: empty only',
      { query: z.object({ a: z.string().min(1) }) },
      ['query.a empty', 'query.a missing'],
    ],
    [
      'a text in a list of a query: neither',
      { query: z.object({ a: z.array(z.string().min(1)).max(1) }) },
      ['query.a empty', 'query.a missing', 'query.a too-many'],
    ],
    [
      'a text with a form: of the right length',
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
      'params: nothing that is another path',
      { path: '/{a}/{b}', params: z.object({ a: z.int().min(1), b: z.string().min(1) }) },
      ['params.a below-minimum', 'params.a fraction', 'params.a wrong-form'],
    ],
    [
      'any JSON: what is around it',
      { body: z.object({ any: z.json() }) },
      ['body deeply-nested', 'body null', 'body wrong-type', 'body.any missing'],
    ],
  ])('gives of %s', (_, parts, mutations) => {
    expect(mutationsOf(define(parts)).sort()).toEqual(mutations);
  });

  it('writes what is wrong in its form in the right length', () => {
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

  it('is refused for an operation that takes every request', () => {
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
