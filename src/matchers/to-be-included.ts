import type { InclusionRecord } from '../http/inclusion-record.js';
import { assertionMessage } from './assertion-message.js';
import { recordOf } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { recordLines } from './record-lines.js';

/**
 * Asserts that a record says "included", by the deployment's conventions. Judges the record alone and asks nobody;
 * a promise of one goes through `.resolves`. Negated: that it says anything else.
 */
export function toBeIncluded(this: MatcherContext, received: InclusionRecord): MatcherResult {
  const record = recordOf('toBeIncluded', received);
  const expected = this.isNot ? 'not included' : 'included';
  return {
    pass: record.verdict === 'included',
    message: () => assertionMessage('record', this.isNot, 'toBeIncluded()', recordLines(record, expected)),
  };
}
