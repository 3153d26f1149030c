import type { Conventions } from '../../contract/conventions.js';
import { isMomentIn, momentText } from '../../contract/timestamps.js';
import { inclusionVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeRecords } from '../case/judge-each.js';
import { firstRepeatedText } from './repeated-text.js';

export const unknownOperationFound: Check = {
  name: 'unknown-operation-found',
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

/** When the first chain of the destination's kind began, in unix seconds: what counts from another start is earlier. */
const firstBlock = 1_438_226_773n;

const nameOf: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

export const timestampUnit: Check = {
  name: 'timestamp-unit',
  family: 'meaning',
  severity: 'major',
  about: "A timestamp must be unix time in the deployment's unit, not in another one.",
  source:
    'practice: unix seconds; that 0 means no timestamp, and that no operation is older than 2015: assumption',
  judge: judgeRecords(({ timestamp }, _, { conventions: { timestampUnit: unit } }) => {
    if (timestamp === undefined || timestamp === 0n) return undefined;
    if (isMomentIn(timestamp, unit)) {
      if (timestamp >= firstBlock * (unit === 's' ? 1n : 1000n)) return undefined;
      return {
        path: 'response.timestamp',
        class: 'before such chains',
        message: `expected a time after 2015-07-30, got ${timestamp} (${momentText(timestamp, unit)})`,
      };
    }
    return {
      path: 'response.timestamp',
      class: `not in ${nameOf[unit]}`,
      message: `expected unix time in ${nameOf[unit]}, got ${timestamp}`,
    };
  }),
};
