import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { invalidBodies } from '../../endpoint/invalid-bodies.js';
import { choice } from '../../internal/options.js';
import { simulationRequest } from '../endpoint/simulation-request.js';
import { nonEmptyList, parseArbitraryOptions } from '../values/options.js';
import { shardsKey } from '../values/values.js';

/** A body that is not JSON. */
export interface RawBody {
  /** The name of its kind. */
  readonly kind: RawBodyKind;
  /** Why it is no JSON, as a sentence. */
  readonly reason: string;
  /** The bytes to send, of at most a few 10 kB. */
  readonly bytes: Buffer;
}

/** Makes texts of those of valid requests. */
type Template = (requests: Arbitrary<string>) => Arbitrary<string>;

/** A way to write a text as bytes. */
type Encoding = (text: string) => Buffer;

/** A kind of body: why it is no JSON, as a sentence, how its text is made, and how that is encoded. Default: in UTF-8. */
type Row = readonly [reason: string, template: Template, encodings?: readonly Encoding[]];

const utf8: Encoding = (text) => Buffer.from(text);
const latin1: Encoding = (text) => Buffer.from(text, 'latin1');
const utf16: Encoding = (text) => Buffer.from(text, 'utf16le');
const utf16BigEndian: Encoding = (text) => utf16(text).swap16();

/** Nothing, a piece, broken JSON, another encoding, another format. */
const rows = {
  empty: [invalidBodies.empty.reason, oneOf(invalidBodies.empty.body)],
  'white-space': [
    'The body is only white space.',
    () => fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), minLength: 1, maxLength: 20 }),
  ],
  'cut-off-in-string': ['The body ends inside a string.', cutOff('string')],
  'cut-off-in-number': [
    'The body ends inside a number.',
    (requests) => cutOff('number')(rewritten(/"shardsKey":"(\d+)"/, '"shardsKey":$1')(requests)),
  ],
  'cut-off-in-object': [invalidBodies['cut-off-in-object'].reason, cutOff('object')],
  'unclosed-brackets': [
    'The body opens up to thousands of brackets and closes none.',
    () =>
      around(['', ''], ['{"a":', ''])(fc.integer({ min: 1, max: 10_000 }).map((count) => '['.repeat(count))),
  ],
  'extra-bracket': ['The body closes a bracket that it did not open.', around(['', '}'], ['', ']'])],
  'trailing-comma': ['The body has a comma after the last member.', rewritten(/}$/, ',}')],
  'missing-comma': ['There is no comma between two members.', rewritten('","', '""')],
  'missing-colon': ['There is no colon between a name and its value.', rewritten('":', '"')],
  'single-quotes': ['Its strings are in single quotes.', rewritten(/"/g, "'")],
  'unquoted-names': ['Its names are not in quotes.', rewritten(/"(\w+)":/g, '$1:')],
  comments: ['The body has a comment.', around(['/* a call */', ''], ['', '// a call'], ['# a call\n', ''])],
  'leading-zeros': ['The body has a number with leading zeros.', withKey('00', '01', '-01', '007.5')],
  'loose-number': [
    'The body has a number in a form that JSON does not allow.',
    withKey('+1', '.5', '1.', '1e', '--1', '0x10', '0b1', '1_000', '1n'),
  ],
  'not-a-number': [
    'The body has a number that JSON cannot represent.',
    withKey('NaN', 'Infinity', '-Infinity', '-NaN'),
  ],
  'foreign-literal': [
    'The body has a literal from another language.',
    withKey('undefined', 'None', 'True', 'nil', 'NULL'),
  ],
  'control-character': [
    'The body has an unescaped control character in a string.',
    withKey('"\n"', '"\t"', '"\0"', '"\u001f"', '"\r\n"'),
  ],
  'bad-escape': [
    'The body has an escape sequence that JSON does not allow.',
    withKey('"\\x41"', '"\\u12"', '"\\u{41}"', '"\\\'"', '"\\0"'),
  ],
  'two-values': ['The body is more than one JSON value.', around(['', '{}'], ['', '\nnull'], ['[],', ''])],
  'nul-bytes': ['The body has NUL bytes around it.', around(['', '\0'], ['\0', ''], ['', '\0\0\0\0'])],
  'byte-order-mark': ['The body starts with a byte order mark.', around(['\uFEFF', ''])],
  'not-utf-8': [
    'The body has a string with bytes that are not UTF-8.',
    withKey('"\xff"', '"caf\xe9"', '"\xc0\x80"', '"\xed\xa0\x80"', '"\xe2\x82"', '"\xf4\x90\x80\x80"'),
    [latin1],
  ],
  'utf-16': [
    'The body is encoded in UTF-16, with or without a byte order mark.',
    around(['', ''], ['\uFEFF', '']),
    [utf16, utf16BigEndian],
  ],
  gzip: ['The body is compressed, but no header declares it.', (requests) => requests, [gzipSync]],
  html: [
    'The body is HTML or XML.',
    oneOf('<html></html>', '<!doctype html><title>502 Bad Gateway</title>', '<?xml version="1.0"?><error/>'),
  ],
  'form-encoded': [
    'The body is an HTML form.',
    () => around(['shardsKey=', ''], ['shardsKey=', '&extraData=0x&betaAssets%5B%5D='])(shardsKey()),
  ],
  'plain-text': [
    'The body is plain text, YAML or TOML.',
    oneOf('hello', 'shardsKey: "0"', 'shardsKey = "0"', '[object Object]', '"', '\\'),
  ],
} as const satisfies Record<string, Row>;

/** The name of a kind. */
export type RawBodyKind = keyof typeof rows;

/** Every kind of body that {@link rawBody} knows: nothing, a piece, broken JSON, another encoding, another format. */
export const rawBodyKinds = Object.keys(rows) as readonly RawBodyKind[];

const rawBodyShape = {
  /** The kinds to give. Default: every one. */
  kinds: nonEmptyList(choice(...rawBodyKinds)).default(rawBodyKinds),
};
const rawBodyOptions = z.strictObject(rawBodyShape);

/** What {@link rawBody} generates. */
export interface RawBodyOptions extends Readonly<z.input<z.ZodObject<typeof rawBodyShape>>> {}

/**
 * Returns an arbitrary of bodies that are not valid JSON in UTF-8: nothing, fragments, nearly JSON, other encodings and
 * formats, most of them made from a valid request with neutral names. Shrinking keeps the kind. Section 4.1, the
 * request's content type.
 *
 * @throws {UsageError} for an unknown kind, or an empty list of kinds.
 * @example
 * import { rawBody } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * fc.assert(
 *   fc.property(rawBody({ kinds: ['comments', 'trailing-comma'] }), ({ bytes }) => bytes.includes('shardsKey')),
 * );
 */
export function rawBody(options: RawBodyOptions = {}): fc.Arbitrary<RawBody> {
  const { kinds } = parseArbitraryOptions('rawBody', rawBodyOptions, options);
  const requests = simulationRequest().map((request) => JSON.stringify(request));
  return fc.oneof(
    ...rawBodyKinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => {
        const [reason, template, encodings = [utf8]]: Row = rows[kind];
        return fc
          .tuple(fc.constantFrom(...encodings), template(requests))
          .map(([encode, text]): RawBody => ({ kind, reason, bytes: encode(text) }));
      }),
  );
}

// Templates.

/** One of some texts. */
function oneOf(...texts: readonly string[]): Template {
  return () => fc.constantFrom(...texts);
}

/** A text with something before and after it. */
function around(...choices: readonly (readonly [before: string, after: string])[]): Template {
  return (valid) =>
    fc.tuple(fc.constantFrom(...choices), valid).map(([[before, after], text]) => before + text + after);
}

/** A text with something replaced, as `String.replace` does it. */
function rewritten(searched: string | RegExp, replacement: string): Template {
  return (valid) => valid.map((text) => text.replace(searched, replacement));
}

/** A request whose shards key, its first value, has another notation. */
function withKey(...literals: readonly string[]): Template {
  return (requests) =>
    fc
      .tuple(fc.constantFrom(...literals), requests)
      .map(([literal, text]) => text.replace(/^\{"shardsKey":"\d+"/, () => `{"shardsKey":${literal}`));
}

/** Where the text of an object ends too early: inside a string, inside a number, or between them. */
type CutPlace = 'string' | 'number' | 'object';

/** An object that ends at a kind of place. Shrinks to shorter texts of the same object. */
function cutOff(place: CutPlace): Template {
  return (requests) =>
    fc.noShrink(requests).chain((text) => {
      const lengths = placesIn(text).flatMap((found, index) => (found === place ? [index + 1] : []));
      return fc.noBias(fc.nat({ max: lengths.length - 1 })).map((index) => text.slice(0, lengths[index]));
    });
}

/** Where the text of an object would end after each of its characters but the last. */
function placesIn(text: string): CutPlace[] {
  let isInString = false;
  return text
    .slice(0, -1)
    .split('')
    .map((character) => {
      if (character === '"') isInString = !isInString;
      return isInString ? 'string' : /[-0-9.]/.test(character) ? 'number' : 'object';
    });
}
