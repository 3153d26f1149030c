import fc, { type Arbitrary } from 'fast-check';

/** Plain ones first, then of one to eleven bytes in UTF-8; quotes, controls, a combining mark, one that turns the direction, a joined emoji. */
export const awkwardCharacters: readonly string[] = [
  ...'aZ09 _-"\\\'<%{',
  '\n',
  '\0',
  'é',
  'e\u0301',
  '\u202e',
  '中',
  'ß',
  '😀',
  '👩‍🚀',
  '\u{10ffff}',
];
const surrogates = { from: 0xd800, count: 0x800 };
const codePoints = 0x110000 - surrogates.count;
const simplest = 'a'.charCodeAt(0);

/** One code point, `a` first and the control characters last, because a person shall read what is left. */
export const anyCharacter: Arbitrary<string> = fc.nat({ max: codePoints - 1 }).map(
  (index) => {
    const point = (index + simplest) % codePoints;
    return String.fromCodePoint(point < surrogates.from ? point : point + surrogates.count);
  },
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point) || !text.isWellFormed())
      throw new TypeError('not one character');
    const place = point < surrogates.from ? point : point - surrogates.count;
    return (place - simplest + codePoints) % codePoints;
  },
);
