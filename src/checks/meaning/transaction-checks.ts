import { inclusionVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeRecords } from './judge-meaning.js';
import { firstRepeatedText } from './repeated-text.js';

/** What is included was brought there by a transaction. */
export const includedWithoutTransaction: Check = {
  name: 'included-without-transaction',
  family: 'meaning',
  severity: 'major',
  about: 'The transactions of an included operation must not be empty or null.',
  source: 'section 2.3; that a transaction brought it there: assumption',
  judge: judgeRecords((record, _, { conventions }) => {
    const { transactions, stage = 'no stage' } = record;
    if (transactions === undefined || transactions?.length) return undefined;
    if (inclusionVerdict(record, conventions) !== 'included') return undefined;
    const list = transactions === null ? 'null' : '[]';
    return {
      path: 'response.transactions',
      class: list,
      message: `expected the transactions of an included operation (${formatText(stage)}), got ${list}`,
    };
  }),
};

/** A transaction is listed once. */
export const duplicateTransaction: Check = {
  name: 'duplicate-transaction',
  family: 'meaning',
  severity: 'major',
  about: 'A transaction of an operation must not be listed twice.',
  source: 'section 2.3; that each is listed once: assumption',
  judge: judgeRecords(({ transactions }) => {
    const repeated = firstRepeatedText(transactions, ({ hash }) => hash);
    if (repeated === undefined) return undefined;
    return {
      path: 'response.transactions[].hash',
      class: 'repeated',
      message: `expected each transaction once, got ${formatText(repeated)} twice`,
    };
  }),
};
