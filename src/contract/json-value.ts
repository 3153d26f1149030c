import { z } from 'zod';

/** A JSON integer, exact: the reader gives a number up to 2^53 and a bigint beyond; the schema gives a bigint. */
export const integer = z.union([z.int(), z.bigint()]).transform((value) => BigInt(value));

/** An amount of one token, in the base units of that token, as a decimal string. */
export const tokenAmount = z.looseObject({
  /** Amount of the token. Sections 2.1 and 2.2, `amount`; base units are practice. */
  amount: z.string().optional(),
  /** Address of the token. Sections 2.1 and 2.2, `tokenAddress`; absent or empty is the native coin in practice. */
  tokenAddress: z.string().optional(),
});
