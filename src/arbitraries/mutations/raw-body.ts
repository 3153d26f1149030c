import { gunzipSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { choice } from '../../internal/options.js';
import { members } from '../combinators.js';
import { nonEmptyList, parseArbitraryOptions } from '../options.js';
import { simulationRequest } from '../simulation-request.js';
import { shardsKey } from '../values.js';

/** Every kind of body that {@link rawBody} knows: nothing, a piece, broken JSON, another encoding, another format. */
export const rawBodyKinds = [
  'empty',
  'white-space',
  'cut-off-in-string',
  'cut-off-in-number',
  'cut-off-in-object',
  'unclosed-brackets',
  'extra-bracket',
  'trailing-comma',
  'missing-comma',
  'missing-colon',
  'single-quotes',
  'unquoted-names',
  'comments',
  'leading-zeros',
  'loose-number',
  'not-a-number',
  'foreign-literal',
  'control-character',
  'bad-escape',
  'two-values',
  'nul-bytes',
  'byte-order-mark',
  'not-utf-8',
  'utf-16',
  'gzip',
  'html',
  'form-encoded',
  'plain-text',
] as const;

/** The name of a kind. */
export type RawBodyKind = (typeof rawBodyKinds)[number];

/** A kind of body and its generator. */
interface RawBodyRow<Content> {
  readonly kind: RawBodyKind;
  /** Why it is no JSON, as a sentence. */
  readonly reason: string;
  readonly bodies: Arbitrary<Content>;
}

const maxBrackets = 10_000;

/** A body that is no JSON. */
export interface RawBody {
  /** The name of its kind. */
  readonly kind: RawBodyKind;
  /** Why it is no JSON, as a sentence. */
  readonly reason: string;
  /** The bytes to send, of at most a few 10 kB. */
  readonly bytes: Buffer;
}

/** What {@link rawBody} gives. */
export interface RawBodyOptions {
  /** The kinds to give. Default: every one. */
  readonly kinds?: readonly RawBodyKind[] | undefined;
}

const rawBodyOptions = z.strictObject({ kinds: nonEmptyList(choice(...rawBodyKinds)).default(rawBodyKinds) });

/**
 * Returns an arbitrary of bodies that are not valid JSON in UTF-8: nothing, fragments, nearly JSON, other encodings and
 * formats, most of them made from a valid request with neutral names. Shrinking keeps the kind. Section 4.1, the
 * request's content type.
 *
 * @throws {UsageError} for a kind that there is not, or an empty list of them.
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
  const rows = rawBodyRows().filter(({ kind }) => kinds.includes(kind));
  return fc.oneof(
    ...rows.map(({ kind, reason, bodies }) =>
      members<RawBody>({ kind: fc.constant(kind), reason: fc.constant(reason), bytes: bodies }),
    ),
  );
}

function rawBodyRows(): RawBodyRow<Buffer>[] {
  const requestTexts = simulationRequest().map(
    (request) => JSON.stringify(request),
    (text) => JSON.parse(text as string),
  );
  const texts = [
    ...unfinishedBodies(requestTexts),
    ...brokenSyntaxBodies(requestTexts),
    ...otherFormatBodies(),
  ];
  return [...texts.map(inUtf8), ...otherEncodingBodies(requestTexts)];
}

function inUtf8({ kind, reason, bodies }: RawBodyRow<string>): RawBodyRow<Buffer> {
  const bytes = bodies.map(
    (text) => Buffer.from(text),
    (value) => asBuffer(value).toString(),
  );
  return { kind, reason, bodies: bytes };
}

/** Incomplete bodies, made from texts of requests. */
function unfinishedBodies(requestTexts: Arbitrary<string>): RawBodyRow<string>[] {
  const withNumber = rewritten(
    requestTexts,
    (text) => text.replace(/"shardsKey":"(\d+)"/, '"shardsKey":$1'),
    (text) => text.replace(/"shardsKey":(\d+)/, '"shardsKey":"$1"'),
  );
  return [
    { kind: 'empty', reason: 'It is empty.', bodies: fc.constant('') },
    {
      kind: 'white-space',
      reason: 'It is only white space.',
      bodies: fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), minLength: 1, maxLength: 20 }),
    },
    {
      kind: 'cut-off-in-string',
      reason: 'It ends inside a string.',
      bodies: cutOff(requestTexts, 'string'),
    },
    {
      kind: 'cut-off-in-number',
      reason: 'It ends inside a number.',
      bodies: cutOff(withNumber, 'number'),
    },
    {
      kind: 'cut-off-in-object',
      reason: 'It ends before its object is closed.',
      bodies: cutOff(requestTexts, 'object'),
    },
    {
      kind: 'unclosed-brackets',
      reason: 'It opens up to thousands of brackets and closes none.',
      bodies: affixed(
        fc.integer({ min: 1, max: maxBrackets }).map(brackets, countBrackets),
        ['', ''],
        ['{"a":', ''],
      ),
    },
    {
      kind: 'extra-bracket',
      reason: 'It closes a bracket that it did not open.',
      bodies: affixed(requestTexts, ['', '}'], ['', ']']),
    },
  ];
}

function brackets(count: number): string {
  return '['.repeat(count);
}

function countBrackets(text: unknown): number {
  if (typeof text !== 'string' || !/^\[+$/.test(text)) throw new TypeError('not brackets that are opened');
  return text.length;
}

/** Bodies that are almost JSON, as lenient parsers accept, made from texts of requests. */
function brokenSyntaxBodies(requestTexts: Arbitrary<string>): RawBodyRow<string>[] {
  const writtenAs = (...literals: readonly string[]): Arbitrary<string> =>
    shardsKeyWrittenAs(requestTexts, literals);
  return [
    {
      kind: 'trailing-comma',
      reason: 'It has a comma after the last member.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace(/}$/, ',}'),
        (text) => text.replace(/,}$/, '}'),
      ),
    },
    {
      kind: 'missing-comma',
      reason: 'There is no comma between two members.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace('","', '""'),
        (text) => text.replace('""', '","'),
      ),
    },
    {
      kind: 'missing-colon',
      reason: 'There is no colon between a name and its value.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace('":', '"'),
        (text) => text.replace(/^\{"(\w+)"/, '{"$1":'),
      ),
    },
    {
      kind: 'single-quotes',
      reason: 'Its strings are in single quotes.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replaceAll('"', "'"),
        (text) => text.replaceAll("'", '"'),
      ),
    },
    {
      kind: 'unquoted-names',
      reason: 'Its names are not in quotes.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace(/"(\w+)":/g, '$1:'),
        (text) => text.replace(/([{,])(\w+):/g, '$1"$2":'),
      ),
    },
    {
      kind: 'comments',
      reason: 'It has a comment.',
      bodies: affixed(requestTexts, ['/* a call */', ''], ['', '// a call'], ['# a call\n', '']),
    },
    {
      kind: 'two-values',
      reason: 'It is more than one JSON value.',
      bodies: affixed(requestTexts, ['', '{}'], ['', '\nnull'], ['[],', '']),
    },
    {
      kind: 'nul-bytes',
      reason: 'It has NUL bytes around it.',
      bodies: affixed(requestTexts, ['', '\0'], ['\0', ''], ['', '\0\0\0\0']),
    },
    {
      kind: 'byte-order-mark',
      reason: 'It starts with a byte order mark.',
      bodies: affixed(requestTexts, ['\uFEFF', '']),
    },
    {
      kind: 'leading-zeros',
      reason: 'It has a number with leading zeros.',
      bodies: writtenAs('00', '01', '-01', '007.5'),
    },
    {
      kind: 'loose-number',
      reason: 'It has a number in a form that JSON does not allow.',
      bodies: writtenAs('+1', '.5', '1.', '1e', '--1', '0x10', '0b1', '1_000', '1n'),
    },
    {
      kind: 'not-a-number',
      reason: 'It has a number that JSON cannot represent.',
      bodies: writtenAs('NaN', 'Infinity', '-Infinity', '-NaN'),
    },
    {
      kind: 'foreign-literal',
      reason: 'It has a literal from another language.',
      bodies: writtenAs('undefined', 'None', 'True', 'nil', 'NULL'),
    },
    {
      kind: 'control-character',
      reason: 'It has an unescaped control character in a string.',
      bodies: writtenAs('"\n"', '"\t"', '"\0"', '"\u001f"', '"\r\n"'),
    },
    {
      kind: 'bad-escape',
      reason: 'It has an escape sequence that JSON does not allow.',
      bodies: writtenAs('"\\x41"', '"\\u12"', '"\\u{41}"', '"\\\'"', '"\\0"'),
    },
  ];
}

/** Texts in other formats than JSON. */
function otherFormatBodies(): RawBodyRow<string>[] {
  return [
    {
      kind: 'html',
      reason: 'It is HTML or XML.',
      bodies: fc.constantFrom(
        '<html></html>',
        '<!doctype html><title>502 Bad Gateway</title>',
        '<?xml version="1.0"?><error/>',
      ),
    },
    {
      kind: 'form-encoded',
      reason: 'It is an HTML form.',
      bodies: affixed(shardsKey(), ['shardsKey=', ''], ['shardsKey=', '&extraData=0x&betaAssets%5B%5D=']),
    },
    {
      kind: 'plain-text',
      reason: 'It is plain text, YAML or TOML.',
      bodies: fc.constantFrom('hello', 'shardsKey: "0"', 'shardsKey = "0"', '[object Object]', '"', '\\'),
    },
  ];
}

/** Bytes that are JSON, but not in UTF-8; made from texts of requests, which are all ASCII. */
function otherEncodingBodies(requestTexts: Arbitrary<string>): RawBodyRow<Buffer>[] {
  return [
    {
      kind: 'not-utf-8',
      reason: 'It has a string with bytes that are not UTF-8.',
      bodies: shardsKeyWrittenAs(requestTexts, [
        '"\xff"',
        '"caf\xe9"',
        '"\xc0\x80"',
        '"\xed\xa0\x80"',
        '"\xe2\x82"',
        '"\xf4\x90\x80\x80"',
      ]).map(
        (text) => Buffer.from(text, 'latin1'),
        (bytes) => asBuffer(bytes).toString('latin1'),
      ),
    },
    {
      kind: 'utf-16',
      reason: 'It is encoded in UTF-16, with or without a byte order mark.',
      bodies: fc
        .tuple(fc.boolean(), affixed(requestTexts, ['', ''], ['\uFEFF', '']))
        .map(writeUtf16, (bytes) => readUtf16(asBuffer(bytes))),
    },
    {
      kind: 'gzip',
      reason: 'It is compressed, but no header declares it.',
      bodies: requestTexts.map(
        (text) => gzipSync(text),
        (bytes) => gunzipSync(asBuffer(bytes)).toString(),
      ),
    },
  ];
}

function asBuffer(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('not bytes');
  return value;
}

function writeUtf16([isBigEndian, text]: [boolean, string]): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

function readUtf16(bytes: Buffer): [boolean, string] {
  const isBigEndian = bytes[0] === 0 || bytes[0] === 0xfe;
  const littleEndian = isBigEndian ? Buffer.from(bytes).swap16() : bytes;
  return [isBigEndian, littleEndian.toString('utf16le')];
}

const written = /^\{"shardsKey":"\d+"/;

/** Returns texts of requests whose first value, the shards key, has another notation. */
function shardsKeyWrittenAs(requestTexts: Arbitrary<string>, literals: readonly string[]): Arbitrary<string> {
  const write = ([literal, text]: [string, string]): string =>
    text.replace(written, () => `{"shardsKey":${literal}`);
  return fc.tuple(fc.constantFrom(...literals), requestTexts).map(write, (text) => {
    for (const literal of literals) {
      const start = `{"shardsKey":${literal}`;
      if (typeof text !== 'string' || !text.startsWith(start)) continue;
      const request = `{"shardsKey":"0"${text.slice(start.length)}`;
      if (requestTexts.canShrinkWithoutContext(request)) return [literal, request];
    }
    throw new TypeError('not written in one of these ways');
  });
}

/** Where a JSON text ends too early: inside a string, inside a number, or between them. */
type CutPlace = 'string' | 'number' | 'object';

/** Returns texts of objects truncated at a kind of place. Shrinks to shorter texts. */
function cutOff(texts: fc.Arbitrary<string>, place: CutPlace): fc.Arbitrary<string> {
  return new CutOff(texts, place);
}

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

/** Text before and after a valid text. */
type Affixes = readonly [before: string, after: string];

/** Returns valid texts with one of several affixes; values from users shrink too. */
function affixed(valid: Arbitrary<string>, ...choices: readonly Affixes[]): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...choices), valid)
    .map(([[before, after], text]) => before + text + after, read);

  function read(text: unknown): [Affixes, string] {
    if (typeof text !== 'string') throw new TypeError('not a text');
    for (const affixes of choices) {
      const [before, after] = affixes;
      const inner: string = text.slice(before.length, text.length - after.length);
      const isSo = before + inner + after === text;
      if (isSo && valid.canShrinkWithoutContext(inner)) return [affixes, inner];
    }
    throw new TypeError('not a valid text with something around it');
  }
}

/**
 * Returns texts rewritten from valid ones; `read` returns the valid text, or another one that is rewritten to the same.
 */
function rewritten(
  valid: Arbitrary<string>,
  write: (text: string) => string,
  read: (text: string) => string,
): Arbitrary<string> {
  return valid.map(write, (text) => {
    if (typeof text !== 'string' || write(read(text)) !== text) throw new TypeError('not written so');
    return read(text);
  });
}
