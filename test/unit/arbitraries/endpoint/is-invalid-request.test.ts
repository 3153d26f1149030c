import { defineEndpoint } from 'crosscheck';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isInvalidRequest } from '../../../../src/arbitraries/mutations/invalid-endpoint-input.js';

const limit = z.int().min(0).max(100);
const id = z.string();

it.each<[string, Partial<Record<'params' | 'query' | 'body', z.ZodType>>, object, boolean]>([
  ['an integer that only JavaScript rounds', { body: z.int().min(0) }, { body: 2n ** 53n }, false],
  [
    'the same where one of several is asked for',
    { body: z.union([z.int(), id]) },
    { body: 2n ** 64n },
    false,
  ],
  [
    'the same in a query',
    { query: z.object({ limit: z.int() }) },
    { query: { limit: '9007199254740992' } },
    false,
  ],
  ['an integer below a bound that is stated', { body: z.int().min(0) }, { body: -1 }, true],
  ['a text where a number is asked for', { body: z.union([z.int(), z.boolean()]) }, { body: 'x' }, true],
  ['an integer where a bigint is asked for', { body: z.bigint() }, { body: 7 }, false],
  ['a body that is missing', { body: z.object({}) }, {}, true],
  ['a body of an operation that has none', {}, { body: 7 }, false],
  ['a query above a bound', { query: z.object({ limit }) }, { query: { limit: 101 } }, true],
  ['a number as a text in a query', { query: z.object({ limit }) }, { query: { limit: '7' } }, false],
  [
    'a list of texts of numbers',
    { query: z.object({ ids: z.array(limit) }) },
    { query: { ids: ['7', '8'] } },
    false,
  ],
  [
    'a list with a text of no number',
    { query: z.object({ ids: z.array(limit) }) },
    { query: { ids: ['7', 'x'] } },
    true,
  ],
  [
    'a list of one item',
    { query: z.object({ ids: z.array(z.boolean()) }) },
    { query: { ids: 'true' } },
    false,
  ],
  ['a param of another form', { params: z.object({ id: z.int() }) }, { params: { id: 'seven' } }, true],
  ['a param that is right', { params: z.object({ id: z.bigint() }) }, { params: { id: 7 } }, false],
  ['a param that no path can have', { params: z.object({ id: z.int() }) }, { params: { id: '..' } }, false],
])('isInvalidRequest of %s', (_, { params, ...schemas }, request, isInvalid) => {
  const operation = defineEndpoint({
    name: 'any',
    server: 'observer',
    method: 'POST',
    path: params === undefined ? '/any' : '/any/{id}',
    params: params as z.ZodObject | undefined,
    ...(schemas as { query?: z.ZodObject; body?: z.ZodType }),
    response: z.unknown(),
  });
  expect(isInvalidRequest(operation, request)).toBe(isInvalid);
});
