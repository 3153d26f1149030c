import type { Flag } from '../flag.js';
import { text } from '../values/text.js';

/** What a command writes down of its exchanges, or answers from in the place of the service. */
export const recordingFlags = {
  record: {
    usage: '--record <file>',
    about: 'write every exchange to a file, secrets removed, for --replay',
    read: text,
  },
  replay: {
    usage: '--replay <file>',
    about: 'answer every request from a recording, and send nothing',
    read: text,
  },
} satisfies Record<string, Flag>;
