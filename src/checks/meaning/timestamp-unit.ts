import type { Conventions } from '../../contract/conventions.js';
import { isMomentIn, momentText } from '../../contract/timestamps.js';
import type { Check } from '../case/check.js';
import { judgeRecords } from './judge-meaning.js';

/** When the first chain of the destination's kind began, in unix seconds: what counts from another start is earlier. */
const firstBlock = 1_438_226_773n;

const nameOf: Record<Conventions['timestampUnit'], string> = { s: 'seconds', ms: 'milliseconds' };

/** All timestamps are of the deployment's unit. */
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
