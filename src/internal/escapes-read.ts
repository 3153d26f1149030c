/** A text with its escapes read. */
export interface EscapesRead {
  readonly text: string;
  /** Where a part of it, from and up to a place, stands in the text as it was. */
  placeOf(part: readonly [start: number, end: number]): readonly [start: number, end: number];
}

/** The names that HTML has for characters of ASCII, in which credentials are written; those of others are not read. */
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lcub: '{',
  lbrace: '{',
  lbrack: '[',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  underbar: '_',
  verbar: '|',
  vert: '|',
  tab: '\t',
  newline: '\n',
};

/** `&` may be escaped itself, any number of times: `&amp;#65;`. */
const entityText = String.raw`&(?:amp;|#0*38;|#x0*26;)*(?:#x0*([\da-f]{1,6});?|#0*(\d{1,7});?|(${Object.keys(namedCharacters).join('|')});)`;
const escapeText = String.raw`%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])|${entityText}`;
const anyEscape = new RegExp(escapeText, 'i');

/** Reads the escapes of URLs, JSON and HTML in a text, also those that were written more than once; undefined without any. */
export function escapesRead(text: string): EscapesRead | undefined {
  if (!/[%\\&]/.test(text) || !anyEscape.test(text)) return undefined;
  let read = '';
  let end = 0;
  const starts: number[] = [];
  const take = (upTo: number): void => {
    for (let at = end; at < upTo; at++) starts.push(at);
    read += text.slice(end, upTo);
  };
  for (const match of text.matchAll(new RegExp(escapeText, 'gi'))) {
    take(match.index);
    const character = characterOf(match);
    for (let unit = 0; unit < character.length; unit++) starts.push(match.index);
    read += character;
    end = match.index + match[0].length;
  }
  take(text.length);
  starts.push(text.length);
  return {
    text: read,
    placeOf: ([from, to]) => [starts[from] as number, starts[to] as number],
  };
}

function characterOf([written, byte, unit, character, hex, decimal, name]: RegExpMatchArray): string {
  if (character !== undefined) return character;
  if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt((byte ?? unit ?? hex) as string, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
