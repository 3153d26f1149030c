import { type IntegerRange, isWithin } from '../checks/integer-range.js';
import { noteUndecided } from '../checks/undecided.js';
import { amountArgument, amountForm, receivedAmount } from './amount-form.js';
import { assertionMessage } from './assertion-message.js';
import { type Ends, integerRange, rangeText } from './integer-range.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { printPattern } from './print-pattern.js';

/** An amount in base units: never a number, which rounds. */
export type Amount = bigint | string;

/**
 * Matches an amount that is the expected one or lies in a range, both ends included; a decimal text or a bigint.
 * What is no amount matches in neither polarity. For use inside another assertion.
 */
export function amount(
  this: MatcherContext,
  received: unknown,
  expected: Amount | Ends<Amount>,
): MatcherResult {
  const range = rangeOf(expected);
  const read = receivedAmount(received);
  if (read === undefined) noteUndecided();
  return {
    // What is no amount is neither the expected one nor another: negated, it does not match either.
    pass: read === undefined ? this.isNot === true : isWithin(read, range),
    message: () =>
      assertionMessage('value', this.isNot, 'amount(expected)', [
        `Expected:   amount ${this.isNot ? 'not ' : ''}${rangeText(range)}`,
        `Received:   ${printPattern(received)}${read === undefined ? ', which is no amount' : ''}`,
      ]),
  };
}

function rangeOf(expected: Amount | Ends<Amount>): IntegerRange {
  if (typeof expected === 'object') return integerRange('amount', expected, amountForm);
  const exact = amountArgument('amount', expected);
  return { min: exact, max: exact };
}
