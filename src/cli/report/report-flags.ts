import { formatNames } from '../../report/formats/format-names.js';
import type { Flag } from '../flag.js';
import { oneOf } from '../values/one-of.js';
import { text } from '../values/text.js';

/** The flags for the output of both commands. */
export const mergeFlags = {
  out: { usage: '--out <file>', about: 'a new file to write to (default: standard output)', read: text },
} satisfies Record<string, Flag>;

/** The flags of `crosscheck report` with a value. */
export const reportFlags = {
  format: {
    usage: '--format <name>',
    about: `one of ${formatNames.join(', ')} (default: text)`,
    read: oneOf(...formatNames),
  },
  ...mergeFlags,
} satisfies Record<string, Flag>;
