import { gunzipSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { choice } from '../../internal/options.js';
import { members } from '../combinators.js';
import { nonEmptyList, parseArbitraryOptions } from '../options.js';
import { simulationRequest } from '../simulation-request.js';
import { shardsKey } from '../values.js';

/** A body that is no JSON. */
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
interface Encoding {
  write(text: string): Buffer;
  read(bytes: Buffer): string;
}

/** A kind of body: why it is no JSON, as a sentence, how its text is made, and how that is encoded. Default: in UTF-8. */
type Row = readonly [reason: string, template: Template, encodings?: readonly Encoding[]];

const utf8: Encoding = { write: (text) => Buffer.from(text), read: (bytes) => bytes.toString() };
const latin1: Encoding = {
  write: (text) => Buffer.from(text, 'latin1'),
  read: (bytes) => bytes.toString('latin1'),
};
const utf16: Encoding = {
  write: (text) => Buffer.from(text, 'utf16le'),
  read: (bytes) => bytes.toString('utf16le'),
};
const utf16BigEndian: Encoding = {
  write: (text) => utf16.write(text).swap16(),
  read: (bytes) => utf16.read(Buffer.from(bytes).swap16()),
};
const gzip: Encoding = { write: (text) => gzipSync(text), read: (bytes) => gunzipSync(bytes).toString() };

/** Nothing, a piece, broken JSON, another encoding, another format. */
const rows = {
  empty: ['It is empty.', oneOf('')],
  'white-space': [
    'It is only white space.',
    () => fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), minLength: 1, maxLength: 20 }),
  ],
  'cut-off-in-string': ['It ends inside a string.', (requests) => new CutOff(requests, 'string')],
  'cut-off-in-number': [
    'It ends inside a number.',
    (requests) => new CutOff(withNumericKey(requests), 'number'),
  ],
  'cut-off-in-object': ['It ends before its object is closed.', (requests) => new CutOff(requests, 'object')],
  'unclosed-brackets': [
    'It opens up to thousands of brackets and closes none.',
    () => around(['', ''], ['{"a":', ''])(fc.integer({ min: 1, max: 10_000 }).map(brackets, countBrackets)),
  ],
  'extra-bracket': ['It closes a bracket that it did not open.', around(['', '}'], ['', ']'])],
  'trailing-comma': ['It has a comma after the last member.', rewritten([/}$/, ',}'], [/,}$/, '}'])],
  'missing-comma': ['There is no comma between two members.', rewritten(['","', '""'], ['""', '","'])],
  'missing-colon': [
    'There is no colon between a name and its value.',
    rewritten(['":', '"'], [/^\{"(\w+)"/, '{"$1":']),
  ],
  'single-quotes': ['Its strings are in single quotes.', rewritten([/"/g, "'"], [/'/g, '"'])],
  'unquoted-names': [
    'Its names are not in quotes.',
    rewritten([/"(\w+)":/g, '$1:'], [/([{,])(\w+):/g, '$1"$2":']),
  ],
  comments: ['It has a comment.', around(['/* a call */', ''], ['', '// a call'], ['# a call\n', ''])],
  'leading-zeros': ['It has a number with leading zeros.', withKey('00', '01', '-01', '007.5')],
  'loose-number': [
    'It has a number in a form that JSON does not allow.',
    withKey('+1', '.5', '1.', '1e', '--1', '0x10', '0b1', '1_000', '1n'),
  ],
  'not-a-number': [
    'It has a number that JSON cannot represent.',
    withKey('NaN', 'Infinity', '-Infinity', '-NaN'),
  ],
  'foreign-literal': [
    'It has a literal from another language.',
    withKey('undefined', 'None', 'True', 'nil', 'NULL'),
  ],
  'control-character': [
    'It has an unescaped control character in a string.',
    withKey('"\n"', '"\t"', '"\0"', '"\u001f"', '"\r\n"'),
  ],
  'bad-escape': [
    'It has an escape sequence that JSON does not allow.',
    withKey('"\\x41"', '"\\u12"', '"\\u{41}"', '"\\\'"', '"\\0"'),
  ],
  'two-values': ['It is more than one JSON value.', around(['', '{}'], ['', '\nnull'], ['[],', ''])],
  'nul-bytes': ['It has NUL bytes around it.', around(['', '\0'], ['\0', ''], ['', '\0\0\0\0'])],
  'byte-order-mark': ['It starts with a byte order mark.', around(['\uFEFF', ''])],
  'not-utf-8': [
    'It has a string with bytes that are not UTF-8.',
    withKey('"\xff"', '"caf\xe9"', '"\xc0\x80"', '"\xed\xa0\x80"', '"\xe2\x82"', '"\xf4\x90\x80\x80"'),
    [latin1],
  ],
  'utf-16': [
    'It is encoded in UTF-16, with or without a byte order mark.',
    around(['', ''], ['\uFEFF', '']),
    [utf16, utf16BigEndian],
  ],
  gzip: ['It is compressed, but no header declares it.', (requests) => requests, [gzip]],
  html: [
    'It is HTML or XML.',
    oneOf('<html></html>', '<!doctype html><title>502 Bad Gateway</title>', '<?xml version="1.0"?><error/>'),
  ],
  'form-encoded': [
    'It is an HTML form.',
    () => around(['shardsKey=', ''], ['shardsKey=', '&extraData=0x&betaAssets%5B%5D='])(shardsKey()),
  ],
  'plain-text': [
    'It is plain text, YAML or TOML.',
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
  const requests = simulationRequest().map(
    (request) => JSON.stringify(request),
    (text) => JSON.parse(text as string),
  );
  return fc.oneof(
    ...rawBodyKinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => {
        const [reason, template, encodings = [utf8]]: Row = rows[kind];
        return members<RawBody>({
          kind: fc.constant(kind),
          reason: fc.constant(reason),
          bytes: encoded(template(requests), encodings),
        });
      }),
  );
}

/** Returns texts in one of several encodings. */
function encoded(texts: Arbitrary<string>, encodings: readonly Encoding[]): Arbitrary<Buffer> {
  return fc.tuple(fc.constantFrom(...encodings), texts).map(
    ([encoding, text]) => encoding.write(text),
    (bytes) => {
      if (!Buffer.isBuffer(bytes)) throw new TypeError('not bytes');
      return firstValid(texts, encodings, (encoding) => encoding.read(bytes));
    },
  );
}

/** Returns the first choice for which a valid text can be read, and that text. */
function firstValid<Choice>(
  valid: Arbitrary<string>,
  choices: readonly Choice[],
  read: (choice: Choice) => string | undefined,
): [Choice, string] {
  for (const one of choices) {
    const text = read(one);
    if (text !== undefined && valid.canShrinkWithoutContext(text)) return [one, text];
  }
  throw new TypeError('not made of a valid text');
}

// Templates. Each reads back what it wrote, so that values from users shrink too.

/** One of some texts. */
function oneOf(...texts: readonly string[]): Template {
  return () => fc.constantFrom(...texts);
}

/** A text with something before and after it. */
function around(...choices: readonly (readonly [before: string, after: string])[]): Template {
  return (valid) =>
    fc.tuple(fc.constantFrom(...choices), valid).map(
      ([[before, after], text]) => before + text + after,
      (text) =>
        firstValid(valid, choices, ([before, after]) => {
          const inner = String(text).slice(before.length, String(text).length - after.length);
          return before + inner + after === text ? inner : undefined;
        }),
    );
}

/** A replacement in a text, as `String.replace` takes it. */
type Replacement = readonly [searched: string | RegExp, replacement: string];

/** A text with something replaced; `back` returns it, or another text that becomes the same. */
function rewritten(there: Replacement, back: Replacement): Template {
  const write = (text: string): string => text.replace(...there);
  return (valid) =>
    valid.map(write, (text) => {
      const before = String(text).replace(...back);
      if (write(before) !== text) throw new TypeError('the text is not in canonical form');
      return before;
    });
}

/** A request whose shards key, its first value, is a number. */
function withNumericKey(requests: Arbitrary<string>): Arbitrary<string> {
  const write: Replacement = [/"shardsKey":"(\d+)"/, '"shardsKey":$1'];
  return rewritten(write, [/"shardsKey":(\d+)/, '"shardsKey":"$1"'])(requests);
}

/** A request whose shards key, its first value, has another notation. */
function withKey(...literals: readonly string[]): Template {
  return (requests) =>
    fc.tuple(fc.constantFrom(...literals), requests).map(
      ([literal, text]) => text.replace(/^\{"shardsKey":"\d+"/, () => `{"shardsKey":${literal}`),
      (text) =>
        firstValid(requests, literals, (literal) => {
          const start = `{"shardsKey":${literal}`;
          return String(text).startsWith(start)
            ? `{"shardsKey":"0"${String(text).slice(start.length)}`
            : undefined;
        }),
    );
}

function brackets(count: number): string {
  return '['.repeat(count);
}

function countBrackets(text: unknown): number {
  if (typeof text !== 'string' || !/^\[+$/.test(text)) throw new TypeError('not brackets that are opened');
  return text.length;
}

/** Where a JSON text ends too early: inside a string, inside a number, or between them. */
type CutPlace = 'string' | 'number' | 'object';

/** Texts of objects that end at a kind of place. Shrinks to shorter texts. */
class CutOff extends fc.Arbitrary<string> {
  readonly #texts: fc.Arbitrary<string>;
  readonly #place: CutPlace;

  constructor(texts: fc.Arbitrary<string>, place: CutPlace) {
    super();
    this.#texts = texts;
    this.#place = place;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<string> {
    const text = this.#texts.generate(random, biasFactor).value;
    const lengths = this.#lengthsIn(text.slice(0, -1));
    const length = lengths[random.nextInt(0, lengths.length - 1)];
    return new fc.Value(text.slice(0, length), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    // With escaped quotes, counting quotes does not find the end of a string.
    if (typeof value !== 'string' || !value.startsWith('{') || value.includes('\\')) return false;
    return this.#lengthsIn(value).at(-1) === value.length;
  }

  override shrink(value: string): fc.Stream<fc.Value<string>> {
    const shorter = this.#lengthsIn(value).slice(0, -1);
    const tried = new Set([0, shorter.length >> 1, shorter.length - 1]);
    const texts = [...tried]
      .filter((at) => shorter[at] !== undefined)
      .map((at) => value.slice(0, shorter[at]));
    return fc.Stream.of(...texts.map((text) => new fc.Value(text, undefined)));
  }

  /** The lengths to which an object's text can be cut. */
  #lengthsIn(text: string): number[] {
    return placesIn(text).flatMap((place, index) => (place === this.#place ? [index + 1] : []));
  }
}

/** Where a text would end after each of its characters. */
function placesIn(text: string): (CutPlace | 'end')[] {
  let isInString = false;
  let depth = 0;
  return Array.from({ length: text.length }, (_, index) => {
    const character = text.charAt(index);
    if (character === '"') isInString = !isInString;
    if (isInString) return 'string';
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    if (depth === 0) return 'end';
    return /[-0-9.]/.test(character) ? 'number' : 'object';
  });
}
