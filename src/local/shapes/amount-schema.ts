import { z } from 'zod';
import { formats } from '../../contract/formats.js';

/** An amount in base units: a bigint, or its canonical decimal text, below 2^256. */
export const amountSchema = z.custom<bigint | string>(
  isAmount,
  'must be an amount in base units: a bigint, or decimal digits',
);

function isAmount(value: unknown): boolean {
  const text = typeof value === 'bigint' ? `${value}` : value;
  return formats.amount.schema.safeParse(text).success;
}
