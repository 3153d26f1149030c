import type { Flag } from '../flag.js';
import { oneOf } from '../values/one-of.js';
import { text } from '../values/text.js';

const formats = ['text', 'markdown', 'html', 'junit', 'har', 'json'] as const;

/** Where the output of both commands goes. */
export const mergeFlags = {
  out: { usage: '--out <file>', about: 'a new file to write to (default: the standard output)', read: text },
} satisfies Record<string, Flag>;

/** The flags of `crosscheck report` with a value. */
export const reportFlags = {
  format: {
    usage: '--format <name>',
    about: `one of ${formats.join(', ')} (default: text)`,
    read: oneOf(...formats),
  },
  ...mergeFlags,
} satisfies Record<string, Flag>;

/** A form of report. */
export type FormatName = (typeof formats)[number];
