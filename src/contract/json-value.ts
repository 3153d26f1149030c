import { z } from 'zod';

/** A JSON integer, exact however many digits it has: the reader gives a bigint for every integer. */
export const integer = z.bigint();

/** An amount of one token, in the base units of that token, as a decimal string. */
export const tokenAmount = z.looseObject({
  /** Amount of the token. Sections 2.1 and 2.2, `amount`; base units are practice. */
  amount: z.string().optional(),
  /** Address of the token. Sections 2.1 and 2.2, `tokenAddress`; absent or empty is the native coin in practice. */
  tokenAddress: z.string().optional(),
});
