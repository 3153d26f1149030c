import type { InclusionRecord } from '../client/inclusion-record.js';
import { InconclusiveError } from '../errors.js';
import { assertionMessage } from './assertion-message.js';
import { recordOf, refuseMore } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { recordLines } from './record-lines.js';

/**
 * Asserts that a record says "included", by the deployment's conventions. Judges the record alone and asks nobody;
 * a promise of one goes through `.resolves`. Negated: that it says anything else.
 * Throws an `InconclusiveError` in both polarities when the record does not say: without a stage, or at one that the
 * deployment does not name.
 */
export function toBeIncluded(
  this: MatcherContext,
  received: InclusionRecord,
  ...more: readonly unknown[]
): MatcherResult {
  refuseMore('toBeIncluded', more);
  const record = recordOf('toBeIncluded', received);
  const expected = this.isNot ? 'not included' : 'included';
  if (record.verdict === 'unknown')
    throw new InconclusiveError({
      summary: 'The record does not say whether the operation is included',
      details: [
        ...recordLines(record, expected),
        'What to do: check the chain names and the stages of the deployment: the record shows none of them',
      ],
    });
  return {
    pass: record.verdict === 'included',
    message: () => assertionMessage('record', this.isNot, 'toBeIncluded()', recordLines(record, expected)),
  };
}
