import { z } from 'zod';

const canonicalDecimal = /^(?:0|[1-9]\d*)$/;
const limit = 2n ** 256n;

/** An amount in base units: a bigint, or its canonical decimal text, below 2^256. */
export const amountSchema = z.custom<bigint | string>(
  isAmount,
  'must be an amount in base units: a bigint, or decimal digits',
);

function isAmount(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= 0n && value < limit;
  return (
    typeof value === 'string' && canonicalDecimal.test(value) && value.length < 80 && BigInt(value) < limit
  );
}
