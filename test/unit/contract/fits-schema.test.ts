import {
  inclusionResponseSchema,
  simulationRequestSchema,
  simulationResponseSchema,
} from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitsSchema } from '../../../src/contract/fits-schema.js';
import { fullRequest } from '../client/calls.js';

const fullAnswer = {
  response: {
    debugInfo: { blockNumber: 1n, callData: '0x' },
    estimatedGas: 1n,
    feeParams: { isEip1559: true },
    outMessages: [{ shardsKey: 1n, tokensBurned: [{ amount: '1', tokenAddress: '' }], tokensLocked: null }],
    simulationStatus: true,
  },
};
const fullRecord = {
  response: {
    note: { content: '' },
    stage: 'start',
    success: true,
    timestamp: 1n,
    transactions: [{ hash: '0x' }],
  },
};
const stranger = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', '0x', '1', 1, 1n, true, [], {}, Number.NaN, [null], () => 1),
  fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2 }),
);

describe('fitsSchema says what safeParse says', () => {
  it.each<[string, z.ZodType, object]>([
    ['a request', simulationRequestSchema(), fullRequest],
    [
      'a request in the open',
      simulationRequestSchema({ requestValidation: 'off', requiredRequestFields: [] }),
      fullRequest,
    ],
    ['a simulation', simulationResponseSchema, fullAnswer],
    ['a record', inclusionResponseSchema, fullRecord],
  ])('of %s with any of its parts changed', (_, schema, valid) => {
    const fits = fitsSchema(schema);
    expect(fits(valid)).toBe(true);
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(valid)), stranger, (path, value) => {
        const changed = withChanged(valid, path, value);
        expect(fits(changed)).toBe(schema.safeParse(changed).success);
      }),
      { numRuns: 3000, seed: 1 },
    );
  });

  it.each<[string, z.ZodType]>([
    ['checks of a list', z.array(z.string()).min(1)],
    ['texts with a format', z.email()],
    ['texts made of something else', z.coerce.string()],
    ['checks of an object', z.object({ a: z.string().optional() }).refine(({ a }) => a !== 'x')],
    ['types that it does not know', z.union([z.literal('x'), z.array(z.number())])],
    ['an object that is neither strict nor loose', z.object({ a: z.string() })],
    ['an object with a type for the others', z.object({ a: z.string() }).catchall(z.number())],
  ])('of %s', (_, schema) => {
    const fits = fitsSchema(schema);
    for (const value of [
      'a@example.org',
      12,
      'x',
      [],
      ['x'],
      [1],
      {},
      { a: 'a' },
      { a: 'x' },
      { a: 'a', b: 1 },
      { a: 'a', b: 'b' },
    ]) {
      expect(fits(value), JSON.stringify(value)).toBe(schema.safeParse(value).success);
    }
  });
});

type Path = readonly (string | number)[];

/** The paths of all parts, the whole included, and of a stranger beside each member. */
function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const keys = Array.isArray(value) ? [...value.keys(), value.length] : [...Object.keys(value), 'stranger'];
  return [[], ...keys.flatMap((key) => pathsIn((value as never)[key]).map((path) => [key, ...path]))];
}

function withChanged(value: unknown, [key, ...rest]: Path, changed: unknown): unknown {
  if (key === undefined) return changed;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withChanged(copy[key], rest, changed);
  return copy;
}
