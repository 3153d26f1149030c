import type { Flag } from '../flag.js';
import { text } from '../values/text.js';

/** Where a command records its exchanges, or replays them from instead of calling the service. */
export const recordingFlags = {
  record: {
    usage: '--record <file>',
    about: 'write every exchange to a file for --replay, without secrets',
    read: text,
  },
  replay: {
    usage: '--replay <file>',
    about: 'answer every request from a recording, and send nothing',
    read: text,
  },
} satisfies Record<string, Flag>;
