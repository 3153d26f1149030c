import { differences, isOpen } from '../checks/differences.js';
import { fitsValue, isAsymmetric, isInverse, type Pattern } from '../checks/pattern.js';
import { patternFaults } from '../checks/pattern-faults.js';
import type { InclusionRecord } from '../client/inclusion-record.js';
import { type InclusionNote, noteNames } from '../contract/responses.js';
import { InconclusiveError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { concealed, type OptionRule, optionFaults, refuseFaults } from '../internal/options.js';
import { assertionMessage } from './assertion-message.js';
import { recordOf } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { printPattern } from './print-pattern.js';
import { recordLines } from './record-lines.js';
import { shapeText } from './shape-text.js';

/**
 * What a note should say: a part of any of its texts, a pattern for any of them, an asymmetric matcher for any of them
 * or for the whole note, or the members to look for.
 */
export type NotePattern = string | RegExp | Exclude<Pattern<InclusionNote>, string>;

/** What `toBeRejected` takes. */
export interface RejectedOptions {
  /** What the note should say (section 2.3). Default: anything. */
  readonly note?: NotePattern | undefined;
}

const rules: Record<keyof RejectedOptions, OptionRule> = {
  // Its shape is shown, not its values: it may be a part of an answer.
  note: concealed((value) => {
    const isPattern =
      (typeof value === 'string' && value !== '') ||
      value instanceof RegExp ||
      isAsymmetric(value) ||
      (isPlainObject(value) && Object.keys(value).length > 0);
    return isPattern
      ? undefined
      : `must be a text, a regular expression, an asymmetric matcher, or an object with the members to look for, got ${shapeText(value)}`;
  }),
};

/**
 * Asserts that a record says "rejected", by the deployment's conventions, and its note what `note` says. Judges the
 * record alone and asks nobody; a promise of one goes through `.resolves`. Negated: that it is not rejected, or for
 * another reason. When the record does not say whether it is rejected, or its note, which is asked for, says nothing, that
 * is an error in both polarities.
 */
export function toBeRejected(
  this: MatcherContext,
  received: InclusionRecord,
  options: RejectedOptions = {},
): MatcherResult {
  refuseFaults('toBeRejected has bad options', optionFaults(options, rules));
  const { note } = options;
  if (isPlainObject(note))
    refuseFaults('toBeRejected has bad options', patternFaults(note, noteNames, 'note'));
  const record = recordOf('toBeRejected', received);
  const wanted =
    note === undefined ? 'rejected' : `rejected, with a note of ${printPattern(note, record.exchange)}`;
  const lines = recordLines(record, this.isNot ? `not ${wanted}` : wanted);
  const isRejected = record.verdict === 'rejected';
  if (isRejected && note !== undefined && isSilent(record.response.note)) {
    throw new InconclusiveError({ summary: 'The record is rejected and does not say why', details: lines });
  }
  if (!isRejected && record.verdict !== 'included' && !saysWhetherRejected(record))
    throw new InconclusiveError({
      summary: 'The record does not say whether it is rejected',
      details: lines,
    });
  if (isRejected && lacksMembers(record.response.note ?? {}, note)) {
    const summary = 'The record is rejected, and its note does not have the members that are asked for';
    throw new InconclusiveError({ summary, details: lines });
  }
  return {
    pass: isRejected && (note === undefined || saysWhat(record.response.note ?? {}, note)),
    message: () =>
      assertionMessage('record', this.isNot, `toBeRejected(${note === undefined ? '' : '{ note }'})`, lines),
  };
}

/** A record that somebody else made may have no more than its verdict. */
function saysWhetherRejected(record: Partial<InclusionRecord>): boolean {
  return 'isRejected' in record ? record.isRejected !== undefined : record.verdict !== 'unknown';
}

function lacksMembers(note: InclusionNote, wanted: NotePattern | undefined): boolean {
  return isPlainObject(wanted) && !isAsymmetric(wanted) && isOpen(differences(note, wanted));
}

function isSilent(note: InclusionNote | null | undefined): boolean {
  return Object.values(note ?? {}).every((text) => text === '' || text === null || text === undefined);
}

function saysWhat(note: InclusionNote, wanted: NotePattern): boolean {
  const texts = Object.values(note).filter((text) => typeof text === 'string');
  if (typeof wanted === 'string') return texts.some((text) => text.includes(wanted));
  if (wanted instanceof RegExp) return texts.some((text) => text.search(wanted) !== -1);
  if (!isAsymmetric(wanted)) return differences(note, wanted).length === 0;
  const fits = [note, ...texts].map((value) => fitsValue(value, wanted));
  return isInverse(wanted) ? fits.every(Boolean) : fits.some(Boolean);
}
