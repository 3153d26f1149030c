import type { WaitForManyOptions } from '../../polling/wait-for-inclusions.js';
import type { Flag } from '../flag.js';
import { decimal } from '../values/decimal.js';
import { durationMs } from '../values/duration-ms.js';

/** The flags of `crosscheck wait` that are options of the wait. */
export const waitFlags = {
  timeoutMs: {
    usage: '--timeout-ms, --timeout <duration>',
    about: 'how long to wait; 0 is one poll (default: 60s)',
    read: durationMs(0),
  },
  intervals: {
    usage: '--interval-ms, --interval <duration>',
    about: 'pause between polls of an operation (default: from 250ms to 5s)',
    read: durationMs(0),
  },
  ratePerSecond: {
    usage: '--rate <number>',
    about: 'polls a second of all operations together (default: no limit)',
    read: decimal(0.001, 10_000),
  },
} satisfies Partial<Record<keyof WaitForManyOptions, Flag>>;
