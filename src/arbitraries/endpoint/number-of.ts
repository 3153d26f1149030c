import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { schemaBounds } from '../../contract/schema-introspection.js';

/** Gives numbers within the bounds of a schema, whole ones where it asks for them. Not all have to fit. */
export function numbersOf(schema: z.core.$ZodType): Arbitrary<number> {
  const { min, above, max, below, multipleOf, isWhole } = schemaBounds(schema);
  const low = Number(min ?? above ?? Number.MIN_SAFE_INTEGER);
  const high = Number(max ?? below ?? Number.MAX_SAFE_INTEGER);
  if (multipleOf !== undefined) {
    const step = Number(multipleOf);
    return fc.integer(wholeBounds(low / step, high / step)).map(
      (count) => count * step,
      (value) => Math.round(numberIn(value) / step),
    );
  }
  const whole = wholeBounds(low, high);
  if (isWhole) return fc.integer(whole);
  const any = fc.double({ min: low, max: high, noNaN: true });
  return whole.min > whole.max ? any : fc.oneof(fc.integer(whole), any);
}

const widest = 2n ** 64n;

/** Gives integers as bigints within the bounds of a schema; beside a missing one a little more than 64 bits. */
export function bigintsOf(schema: z.core.$ZodType): Arbitrary<bigint> {
  const { min, above, max, below, multipleOf = 1n } = schemaBounds(schema);
  const given = { low: min ?? above, high: max ?? below };
  const low =
    given.low === undefined ? smaller(-widest, BigInt(given.high ?? 0) - widest) : BigInt(given.low);
  const high = given.high === undefined ? larger(widest, low + widest) : BigInt(given.high);
  const step = BigInt(multipleOf);
  return fc.bigInt({ min: low / step, max: high / step }).map(
    (count) => count * step,
    (value) => {
      if (typeof value !== 'bigint') throw new TypeError('not a bigint');
      return value / step;
    },
  );
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function wholeBounds(min: number, max: number): { readonly min: number; readonly max: number } {
  return {
    min: Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER),
    max: Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER),
  };
}

function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError('not a number');
}
