import type { Conventions } from '../../contract/conventions.js';
import type { Check } from '../case/check.js';
import { isMomentIn } from '../records/moments.js';
import { judgeRecords } from './judge-meaning.js';

const nameOf: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

/** All timestamps are of the deployment's unit. */
export const timestampUnit: Check = {
  name: 'timestamp-unit',
  family: 'meaning',
  severity: 'major',
  about: "A timestamp must be unix time in the deployment's unit, not in another one.",
  source: 'practice: unix seconds; that 0 stands for none: assumption',
  judge: judgeRecords(({ timestamp }, _, { conventions: { timestampUnit: unit } }) => {
    if (timestamp === undefined || timestamp === 0n || isMomentIn(timestamp, unit)) return undefined;
    return {
      path: 'response.timestamp',
      class: `not in ${nameOf[unit]}`,
      message: `expected unix time in ${nameOf[unit]}, got ${timestamp}`,
    };
  }),
};
