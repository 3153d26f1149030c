import { defaultConventions, defineEndpoint } from 'crosscheck';
import { endpointInput } from 'crosscheck/arbitraries';
import { simulationRequestSchema, wireRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeArbitraryLaws } from '../../../support/arbitrary-laws.js';

const post = (body: z.ZodType) =>
  defineEndpoint({
    name: 'any',
    server: 'simulator',
    method: 'POST',
    path: '/{alpha}/any',
    body,
    response: z.unknown(),
  });

const query = z.object({ limit: z.int().min(1).max(100), from: z.bigint().min(0n).optional() });
const body = z.strictObject({
  id: z.string().length(4),
  kind: z.enum(['all', 'some']),
  amounts: z.array(z.string().min(1)).max(3),
  note: z.string().nullable().optional(),
});
const both = defineEndpoint({
  name: 'both',
  server: 'observer',
  method: 'POST',
  path: '/{beta}/both',
  query,
  body,
  response: z.unknown(),
});

describeArbitraryLaws('endpointInput', {
  arbitrary: endpointInput(both),
  isValid: (value) =>
    typeof value === 'object' && query.safeParse(value?.query).success && body.safeParse(value?.body).success,
  simplest: { query: { limit: 1 }, body: { id: 'aaaa', kind: 'all', amounts: [] } },
  chains: 5,
});

interface Tree {
  value: number;
  children: Tree[];
  twin?: Tree | null | undefined;
}
const tree: z.ZodType<Tree> = z.object({
  value: z.number(),
  get children() {
    return z.array(tree);
  },
  get twin() {
    return tree.nullish();
  },
});

describe('endpointInput', () => {
  it.each<[string, z.ZodType]>([
    ['bounded numbers', z.number().min(-1).max(0.5)],
    ['multiples', z.int().multipleOf(7).min(-20).max(100)],
    ['32-bit integers', z.int32()],
    ['bigints with one bound', z.bigint().gt(2n ** 70n)],
    ['multiples of bigints', z.bigint().multipleOf(5n)],
    [
      'formats',
      z.object({ mail: z.email(), url: z.url(), id: z.uuid(), at: z.iso.datetime(), on: z.iso.date() }),
    ],
    ['lengths', z.string().length(40)],
    ['prefixes and lengths', z.string().startsWith('0x').length(66)],
    ['parts of texts', z.string().includes('-').endsWith('.json').min(9).max(12)],
    [
      'patterns and lengths',
      z
        .string()
        .min(20)
        .regex(/^[a-z]*$/),
    ],
    [
      'patterns with a prefix and lengths',
      z
        .string()
        .regex(/^0x[0-9a-f]*$/)
        .length(42),
    ],
    [
      'patterns with a length of their own',
      z
        .string()
        .regex(/^[a-f]{4}$/)
        .min(4),
    ],
    ['URLs of a scheme', z.url().startsWith('https://')],
    ['tokens', z.object({ any: z.jwt(), signed: z.jwt({ alg: 'ES256' }) })],
    [
      'other formats',
      z.object({ host: z.hostname(), for: z.iso.duration(), at: z.iso.datetime({ precision: 0 }) }),
    ],
    ['any JSON', z.object({ any: z.json() })],
    ['records without __proto__', z.record(z.string().regex(/^(?:__proto__|a)$/), z.int())],
    ['patterns', z.string().regex(/^(?:0|[1-9]\d{0,19})$/)],
    ['patterns with assertions', z.string().regex(/^(?!0x0$)0x[\da-f](?=.)\b(?<!x)[\w-.]{2}$/)],
    ['template literals', z.templateLiteral(['0x', z.int().min(0)])],
    ['booleans written as texts', z.stringbool()],
    ['unions', z.union([z.literal(3), z.string(), z.object({ a: z.null() })])],
    [
      'discriminated unions',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), x: z.boolean() }),
        z.object({ kind: z.literal('b'), y: z.tuple([z.int(), z.string()], z.boolean()) }),
      ]),
    ],
    ['records', z.record(z.string().max(3), z.int())],
    ['records of named members', z.record(z.enum(['one', 'two']), z.int())],
    ['intersections', z.intersection(z.object({ a: z.int() }), z.object({ b: z.string() }))],
    ['refinements', z.object({ low: z.int(), high: z.int() }).refine(({ low, high }) => low <= high)],
    [
      'values with defaults and read-only values',
      z.object({ a: z.int().default(3), b: z.array(z.string()).readonly() }),
    ],
    ['values that are transformed', z.string().transform((text) => text.length)],
    ['values that are preprocessed', z.preprocess((value) => value, z.boolean())],
    ['lazy schemas', z.lazy(() => z.array(z.int()))],
    ['recursive schemas', tree],
    ['anything', z.object({ any: z.any(), json: z.json() })],
    ['enumerations of numbers', z.enum({ one: 1, two: 2 })],
  ])('generates %s', (_, schema) => {
    const values = fc.sample(endpointInput(post(schema)), { numRuns: 30, seed: 1 });
    expect(values.filter((value) => !schema.safeParse(value.body).success)).toEqual([]);
    expect(
      new Set(values.map((value) => JSON.stringify(value, (_, member) => String(member)))).size,
    ).toBeGreaterThan(0);
  });

  it.each([
    ['executorAddress', /^0x[0-9a-fA-F]{40}$/],
    ['betaCaller', /^[A-Za-z0-9_-]{48}$|^(0|-1):([0-9a-fA-F]{64})$/],
  ] as const)('generates addresses like %s, with a valid checksum, for their pattern', (name, pattern) => {
    const valid = simulationRequestSchema().shape[name];
    const values = fc.sample(endpointInput(post(z.string().regex(pattern))), { numRuns: 100, seed: 1 });
    expect(values.filter((value) => !valid.safeParse(value.body).success)).toEqual([]);
  });

  it('generates params that can be in a path', () => {
    const params = z.object({ id: z.string().regex(/^\.{0,4}$/), shard: z.bigint().min(0n) });
    const endpoint = defineEndpoint({ ...post(z.int()), path: '/{alpha}/any/{id}/{shard}', params });
    const generated = fc.sample(endpointInput(endpoint), { numRuns: 30, seed: 1 });
    const validities = generated.map((value) => params.safeParse(value.params).success);
    expect(new Set(validities)).toEqual(new Set([true]));
    expect(generated.map((value) => value.params.id).filter((id) => ['', '.', '..'].includes(id))).toEqual(
      [],
    );
  });

  it('generates nothing for an endpoint without params, query and body', () => {
    const endpoint = defineEndpoint({
      name: 'nothing',
      server: 'observer',
      method: 'GET',
      path: '/{beta}/nothing',
      response: z.unknown(),
    });
    expect(fc.sample(endpointInput(endpoint), 1)).toEqual([{}]);
  });
});

describe('endpointInput', () => {
  it('has items in each required list of a query, which could not be told from an absent one', () => {
    const ids = z.array(z.string());
    const endpoint = defineEndpoint({
      name: 'any',
      server: 'observer',
      method: 'GET',
      path: '/{beta}/any',
      query: z.object({ ids, others: ids.optional() }),
      response: z.unknown(),
    });
    const queries = fc.sample(endpointInput(endpoint), 200).map(({ query }) => query);
    expect(queries.filter(({ ids }) => ids.length === 0)).toEqual([]);
    expect(queries.some(({ others }) => others?.length === 0)).toBe(true);
  });

  it.each([
    ['neutral names', simulationRequestSchema()],
    ['the names of the wire', wireRequestSchema({ alpha: 'evm', beta: 'tvm' }, defaultConventions)],
  ])('generates simulation requests inside the body of another endpoint, with %s', (_, request) => {
    const calls = z
      .array(request as z.ZodType)
      .min(1)
      .max(3);
    const bodies = fc.sample(endpointInput(post(z.object({ calls }))), 100).map(({ body }) => body);
    expect(bodies.filter((body) => !calls.safeParse((body as { calls: unknown }).calls).success)).toEqual([]);
  });

  it.each<[string, z.ZodType, string]>([
    [
      'dates',
      z.object({ at: z.date() }),
      'No values can be generated for body of any.at: date has no JSON form',
    ],
    ['custom types', z.object({ at: z.array(z.custom()) }), 'body of any.at[]: custom'],
    [
      'refinements that no generated value meets',
      z.object({ at: z.int().refine((value) => value === 123_456_789) }),
      'none of the values tried met',
    ],
    [
      'enumerations without values',
      z.object({ kind: z.enum([]) }),
      'No values can be generated for body of any.kind: ',
    ],
    ['patterns of which no text can be generated', z.string().regex(/^(?<=a)b$/), 'body of any: '],
    ['schemas without an end', z.lazy(() => endless), 'is infinitely recursive'],
    ['asynchronous refinements', z.string().refine(async () => true), 'A schema of an endpoint failed'],
  ])('rejects %s', (_, schema, message) => {
    expect(() => endpointInput(post(schema))).toThrow(message);
  });

  it('rejects what defineEndpoint did not return', () => {
    expect(() => endpointInput({} as never)).toThrow(
      'endpointInput takes an endpoint created by defineEndpoint',
    );
  });
});

const endless: z.ZodType = z.object({
  get self() {
    return endless;
  },
});
