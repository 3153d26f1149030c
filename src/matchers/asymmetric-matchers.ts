import { formats } from '../contract/formats.js';
import { type IntegerRange, isWithin } from '../contract/integer-range.js';
import { outMessageFields } from '../contract/responses.js';
import { labelled } from '../internal/terminal.js';
import { immediateMatcher } from './matcher.js';
import {
  checkedPattern,
  differenceLines,
  differences,
  differenceText,
  formatPattern,
  isUndecided,
  reportUnreadable,
} from './pattern.js';
import {
  type Amount,
  amountArgument,
  amountForm,
  type Ends,
  formatRange,
  integerRange,
  receivedAmount,
} from './ranges.js';
import type { OutMessagePattern } from './simulation-matchers.js';

/*
 * Asymmetric matchers. A value that can be neither confirmed nor ruled out fails with and without `.not`, so `pass` is then set to `isNot`.
 */

/** Matches an outgoing message with the members of a pattern. */
export const outMessage = immediateMatcher<unknown, [pattern: OutMessagePattern]>({
  name: 'outMessage',
  about: 'message',
  run: (received, [pattern], { isNot }) => {
    const differing = differences(received, checkedPattern('outMessage', pattern, outMessageFields));
    const isUnreadable = received === undefined || received === null || isUndecided(differing);
    if (isUnreadable) reportUnreadable();
    return {
      pass: isUnreadable ? isNot : differing.length === 0,
      call: 'pattern',
      fact: () => differenceText(differing),
      lines: () =>
        isNot ? [labelled('Received', formatPattern(received))] : ['Differs:', ...differenceLines(differing)],
    };
  },
});

/** Matches an operation id. */
export const operationId = immediateMatcher<unknown, []>({
  name: 'operationId',
  about: 'value',
  run: (received, _, { isNot }) => {
    const isAbsent = received === undefined || received === null;
    return {
      pass: isAbsent ? isNot : formats.operationId.schema.safeParse(received).success,
      fact: () => `received ${formatPattern(received)}`,
      lines: () => [
        labelled('Expected', `${isNot ? 'no' : 'an'} operation id, 0x and 64 hex digits`),
        labelled('Received', formatPattern(received)),
      ],
    };
  },
});

/** Matches an amount that is the expected one or lies in a range. */
export const amount = immediateMatcher<unknown, [expected: Amount | Ends<Amount>]>({
  name: 'amount',
  about: 'value',
  run: (received, [expected], { isNot }) => {
    const range = rangeOf(expected);
    const read = receivedAmount(received);
    if (read === undefined) reportUnreadable();
    return {
      pass: read === undefined ? isNot : isWithin(read, range),
      call: 'expected',
      fact: () => `received ${formatPattern(received)}`,
      lines: () => [
        labelled('Expected', `amount ${isNot ? 'not ' : ''}${formatRange(range)}`),
        labelled('Received', `${formatPattern(received)}${read === undefined ? ', which is no amount' : ''}`),
      ],
    };
  },
});

function rangeOf(expected: Amount | Ends<Amount>): IntegerRange {
  if (typeof expected === 'object') return integerRange('amount', expected, amountForm);
  const exact = amountArgument('amount', expected);
  return { min: exact, max: exact };
}
