import { differences } from '../checks/differences.js';
import type { Pattern } from '../checks/pattern.js';
import type { InclusionNote } from '../contract/inclusion-schema.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { type OptionRule, optionFaults } from '../internal/options.js';
import { assertionMessage } from './assertion-message.js';
import { recordOf } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { printPattern } from './print-pattern.js';
import { recordLines } from './record-lines.js';

/** What a note should say: a part of any of its texts, a pattern for any of them, or the members to look for. */
export type NotePattern = string | RegExp | Exclude<Pattern<InclusionNote>, string>;

/** What `toBeRejected` takes. */
export interface RejectedOptions {
  /** What the note should say (section 2.3). Default: anything. */
  readonly note?: NotePattern | undefined;
}

const rules: Record<keyof RejectedOptions, OptionRule> = {
  note: (value) =>
    (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null)
      ? undefined
      : 'must be a text, a regular expression, or an object with the members to look for',
};

/**
 * Asserts that a record says "rejected", by the deployment's conventions, and its note what `note` says. Judges the
 * record alone and asks nobody; a promise of one goes through `.resolves`. Negated: that it is not rejected, or for
 * another reason.
 */
export function toBeRejected(
  this: MatcherContext,
  received: InclusionRecord,
  options: RejectedOptions = {},
): MatcherResult {
  refuseFaults('toBeRejected has bad options', optionFaults(options, rules));
  const record = recordOf('toBeRejected', received);
  const { note } = options;
  const isMatch = note === undefined || saysWhat(record.response.note, note);
  const wanted =
    note === undefined ? 'rejected' : `rejected, with a note of ${printPattern(note, record.exchange)}`;
  const lines = recordLines(record, this.isNot ? `not ${wanted}` : wanted);
  return {
    pass: record.verdict === 'rejected' && isMatch,
    message: () =>
      assertionMessage('record', this.isNot, `toBeRejected(${note === undefined ? '' : '{ note }'})`, lines),
  };
}

function saysWhat(note: InclusionNote | null | undefined, wanted: NotePattern): boolean {
  if (note === undefined || note === null) return false;
  if (typeof wanted !== 'string' && !(wanted instanceof RegExp))
    return differences(note, wanted).length === 0;
  const fits = (text: string): boolean =>
    typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) !== -1;
  return Object.values(note).some((text) => typeof text === 'string' && fits(text));
}
