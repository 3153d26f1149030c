import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { type SchemaBounds, schemaBounds } from '../../contract/schema-introspection.js';
import { anyCharacter } from '../drawing/character.js';
import { textOfFormat } from './text-of-format.js';

/** Room above the least length where there is no greatest. */
const roomAbove = 32;

/** What texts often are that no pattern tells of: switches. */
const customary = fc.constantFrom('true', 'false', 'yes', 'no', 'on', 'off', '1', '0');

/** How long a text is. */
interface Length {
  readonly minLength: number;
  readonly maxLength: number;
}

/**
 * Gives the arbitraries that may draw texts of a schema, the likeliest first: not all that they draw has to fit.
 *
 * @throws {Error} of fast-check, for a pattern that it cannot draw from.
 */
export function textsOf(schema: z.core.$ZodType): Arbitrary<string>[] {
  const bounds = schemaBounds(schema);
  const { prefix = '', suffix = '', within = '', min = 0, max } = bounds;
  const around = prefix.length + suffix.length + within.length;
  const minLength = Math.max(Number(min) - around, 0);
  const maxLength = Math.max(Math.min(Number(max ?? Infinity) - around, minLength + roomAbove), 0);
  const texts = unframed(schema, bounds, { minLength, maxLength });
  if (around === 0) return texts;
  const framed = texts.map((drawn) =>
    fc
      .tuple(drawn, fc.nat())
      .map(([text, at]) => `${prefix}${withPart(text, within, at % (text.length + 1))}${suffix}`),
  );
  return bounds.format === undefined ? framed : [...texts, ...framed];
}

function withPart(text: string, part: string, at: number): string {
  return text.slice(0, at) + part + text.slice(at);
}

function unframed(schema: z.core.$ZodType, bounds: SchemaBounds, length: Length): Arbitrary<string>[] {
  const named = textOfFormat(schema, bounds.format);
  if (named !== undefined) return [named];
  const isMeasured = bounds.min !== undefined || bounds.max !== undefined;
  if (bounds.patterns.length > 0)
    return bounds.patterns.flatMap((pattern) => {
      const matching = fc.stringMatching(pattern);
      return isMeasured ? [stretched(matching, length), matching] : [matching];
    });
  const plain = fc.string(length);
  return [fc.oneof({ weight: 3, arbitrary: plain }, fc.string({ ...length, unit: anyCharacter })), customary];
}

/** Texts of a length, made of several that fit a pattern: how all of them begin, then what else is in each. */
function stretched(matching: Arbitrary<string>, { minLength, maxLength }: Length): Arbitrary<string> {
  const some = fc.array(matching, { minLength: 2, maxLength: 2 + minLength + roomAbove, size: 'max' });
  return fc.tuple(some, fc.integer({ min: minLength, max: maxLength })).map(([texts, length]) => {
    const start = commonStart(texts);
    return (start + texts.map((text) => text.slice(start.length)).join('')).slice(0, length);
  });
}

function commonStart([first = '', ...others]: readonly string[]): string {
  const differs = [...first].findIndex((character, at) => others.some((text) => text[at] !== character));
  return differs === -1 ? first : first.slice(0, differs);
}
