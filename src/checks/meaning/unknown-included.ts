import { inclusionVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeRecords } from './judge-meaning.js';

/** Nothing is known of an operation that there is not. */
export const unknownIncluded: Check = {
  name: 'unknown-included',
  family: 'meaning',
  severity: 'critical',
  about: 'An unknown operation id must not be answered with a record, let alone as included.',
  source: 'practice: the observer answers 404',
  judge: judgeRecords((record, expect, { conventions }) => {
    if (expect.kind !== 'unknown') return undefined;
    const isIncluded = inclusionVerdict(record, conventions) === 'included';
    const stage = record.stage === undefined ? 'a record' : `stage "${formatText(record.stage)}"`;
    return {
      path: 'response.stage',
      class: isIncluded ? 'included' : 'known',
      message: `expected no record of ${expect.operationId}, got ${stage}${isIncluded ? ', included' : ''}`,
    };
  }),
};
