import { type SmokeReportFormat, smokeFormatNames } from '../../report/smoke/smoke-format-names.js';
import { smokeOptions } from '../../smoke/smoke-options.js';
import type { Flag, Flags } from '../flag.js';
import { flagsOf } from '../flags-of.js';
import { oneOf } from '../values/one-of.js';
import { text } from '../values/text.js';

/** The flags that are options of a smoke run. */
export const smokeFlags: Flags = flagsOf(smokeOptions.shape);

const isLimit = (option: string): boolean => /^(?:budgets\.|maxClockSkewMs|minCertificateDays)/.test(option);
const flagsWhere = (accepts: (option: string) => boolean): Flags =>
  Object.fromEntries(Object.entries(smokeFlags).filter(([option]) => accepts(option)));

/** The same under the headings of the help. */
export const smokeFlagGroups = {
  'Requests:': flagsWhere((option) => !isLimit(option)),
  'Limits:': flagsWhere(isLimit),
};

/** Where a valid call comes from. */
export const smokeRequestFlag = {
  request: {
    usage: '--request <file>',
    about: 'a call that succeeds, as JSON, - for standard input (default: the request of the configuration)',
    read: text,
  },
} satisfies Record<string, Flag>;

/** Where the report goes. */
export const smokeOutputFlags = {
  format: {
    usage: '--format <name>',
    about: `one of ${smokeFormatNames.join(', ')} (default: text); github prints annotations`,
    read: oneOf<SmokeReportFormat>(...smokeFormatNames),
  },
  out: { usage: '--out <file>', about: 'a new file to write to (default: standard output)', read: text },
} satisfies Record<string, Flag>;
