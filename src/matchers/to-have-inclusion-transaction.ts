import { closestItem } from '../checks/closest-item.js';
import type { Pattern } from '../checks/pattern.js';
import type { InclusionTransaction } from '../contract/inclusion-schema.js';
import { transactionNames } from '../contract/member-names.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import { recordOf } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { patternOf } from './pattern-of.js';
import { printPattern } from './print-pattern.js';
import { recordLines } from './record-lines.js';

/** What a related transaction should look like (section 2.3), with neutral chain types; other members may be anything. */
export type InclusionTransactionPattern = Exclude<Pattern<InclusionTransaction>, string>;

/**
 * Asserts that a record lists a transaction with the members of a pattern. Judges the record alone and asks nobody;
 * a promise of one goes through `.resolves`. Negated: that it lists none like it.
 */
export function toHaveInclusionTransaction(
  this: MatcherContext,
  received: InclusionRecord,
  pattern: InclusionTransactionPattern,
): MatcherResult {
  const wanted = patternOf('toHaveInclusionTransaction', pattern, transactionNames);
  const record = recordOf('toHaveInclusionTransaction', received);
  const { transactions } = record.response;
  const closest = closestItem(transactions ?? [], wanted);
  const count = transactions === null ? 'null' : (transactions?.length ?? 'absent');
  const message = (): string =>
    assertionMessage('record', this.isNot, 'toHaveInclusionTransaction()', [
      ...recordLines(
        record,
        `${this.isNot ? 'no' : 'a'} transaction like ${printPattern(wanted, record.exchange)}`,
      ),
      `Listed:     ${count}`,
      ...(closest === undefined
        ? []
        : [`${this.isNot ? 'Fits:      ' : 'Closest:   '} transactions[${closest.index}]`]),
      ...differenceLines(closest?.differences ?? [], record.exchange),
    ]);
  return { pass: closest?.differences.length === 0, message };
}
