import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { anyCharacter } from '../drawing/character.js';
import { schemaBounds } from './schema-bounds.js';

/** Room above the least length where there is no greatest. */
const roomAbove = 32;

const milliseconds = { min: Date.UTC(1970), max: Date.UTC(2100) };
const instants = fc.integer(milliseconds).map((ms) => new Date(ms).toISOString());

/** Formats whose patterns fast-check cannot draw from, or would draw badly. */
const byFormat: Readonly<Record<string, Arbitrary<string>>> = {
  email: fc.emailAddress(),
  url: fc.webUrl(),
  uuid: fc.uuid(),
  guid: fc.uuid(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  base64: fc.base64String(),
  datetime: instants,
  date: instants.map((instant) => instant.slice(0, 10)),
  time: instants.map((instant) => instant.slice(11, 19)),
  json_string: fc.json(),
};

/** What texts often are that no pattern tells of: switches. */
const customary = fc.constantFrom('true', 'false', 'yes', 'no', 'on', 'off', '1', '0');

/**
 * Gives the arbitraries that may draw texts of a schema, the likeliest first: not all that they draw has to fit.
 *
 * @throws {Error} of fast-check, for a pattern that it cannot draw from.
 */
export function textsOf(schema: z.core.$ZodType): Arbitrary<string>[] {
  const { format, patterns, min = 0, max } = schemaBounds(schema);
  const named = format === undefined ? undefined : byFormat[format];
  if (named !== undefined) return [named];
  const [pattern] = patterns;
  if (pattern !== undefined) return [fc.stringMatching(pattern)];
  const minLength = Number(min);
  const length = {
    minLength,
    maxLength: Math.min(Number(max ?? minLength + roomAbove), minLength + roomAbove),
  };
  const plain = fc.string(length);
  return [fc.oneof({ weight: 3, arbitrary: plain }, fc.string({ ...length, unit: anyCharacter })), customary];
}
