import type { Conventions } from '../../contract/conventions.js';
import type { Check } from '../case/check.js';
import { type IntegerRange, isWithin } from '../integer-range.js';
import { judgeRecords } from './judge-meaning.js';

/** Moments from 1973 to 5138 in each unit: so wide that clocks do not matter, and no number is a moment in both. */
const momentsIn: Record<Conventions['timestampUnit'], IntegerRange> = {
  s: { min: 10n ** 8n, max: 10n ** 11n - 1n },
  ms: { min: 10n ** 11n, max: 10n ** 14n - 1n },
};
const nameOf: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

/** All timestamps are of the deployment's unit. */
export const timestampUnit: Check = {
  name: 'timestamp-unit',
  family: 'meaning',
  severity: 'major',
  about: "A timestamp must be unix time in the deployment's unit, not in another one.",
  source: 'practice: unix seconds; that 0 stands for none: assumption',
  judge: judgeRecords(({ timestamp }, _, { conventions: { timestampUnit: unit } }) => {
    if (timestamp === undefined || timestamp === 0n || isWithin(timestamp, momentsIn[unit])) return undefined;
    return {
      path: 'response.timestamp',
      class: `not in ${nameOf[unit]}`,
      message: `expected unix time in ${nameOf[unit]}, got ${timestamp}`,
    };
  }),
};
