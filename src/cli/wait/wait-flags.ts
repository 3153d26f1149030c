import { waitForManyShape } from '../../polling/wait-for-inclusions.js';
import { flagsOf } from '../flags-of.js';
import { durationMs } from '../values/duration-ms.js';

/** The flags of `crosscheck wait` that are options of the wait. */
export const waitFlags = flagsOf(waitForManyShape, { intervals: durationMs(0) });
