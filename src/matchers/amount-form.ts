import { amountOf } from '../checks/integer-range.js';
import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';
import type { EndForm } from './integer-range.js';

/** How an amount may be written: never as a number, which rounds. */
export const amountForm: EndForm = {
  read: amountOf,
  takes: 'a bigint or a decimal text of at least 0, in base units',
};

/** Reads the amount that a matcher was given. */
export function amountArgument(matcher: string, amount: unknown): bigint {
  const read = amountForm.read(amount);
  if (read !== undefined) return read;
  throw new UsageError(`${matcher} takes ${amountForm.takes}`, [`Received: ${printValue(amount)}`]);
}
