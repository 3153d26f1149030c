import { amountOf } from '../checks/integer-range.js';
import { UsageError } from '../errors.js';
import { printValue } from '../internal/print.js';
import type { EndForm } from './integer-range.js';

/** The largest amount of a token: the chains count in 256-bit words. Assumption. */
const mostAmount = 2n ** 256n - 1n;

/** Reads an amount that came; undefined for what is none, or none that can be. */
export function receivedAmount(value: unknown): bigint | undefined {
  const amount = amountOf(value);
  return amount !== undefined && amount <= mostAmount ? amount : undefined;
}

/** How an amount may be written: never as a number, which rounds. */
export const amountForm: EndForm = {
  read: receivedAmount,
  takes: 'a bigint or a decimal text of at least 0 and below 2^256, in base units',
};

/** Reads the amount that a matcher was given. */
export function amountArgument(matcher: string, amount: unknown): bigint {
  const read = amountForm.read(amount);
  if (read !== undefined) return read;
  throw new UsageError(`${matcher} takes ${amountForm.takes}`, [`Received: ${printValue(amount)}`]);
}
