import fc from 'fast-check';

/** A part of every text of {@link secretTexts}, which nothing else has. */
export const secretCore = 'Q7xZ9k';

/** Credentials of printable ASCII characters. */
export const secretTexts = fc
  .tuple(fc.string({ unit: 'grapheme-ascii' }), fc.string({ unit: 'grapheme-ascii' }))
  .map(([before, after]) => `${before}${secretCore}${after}`.trim());

/** What stands before a credential. */
export const schemes = ['', 'Bearer ', 'Token ', 'x-custom-scheme '] as const;

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const each = (write: (code: number) => string) => (text: string) =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join('');
const hex = (code: number, length = 2): string => code.toString(16).padStart(length, '0');
const bytes = (encoding: BufferEncoding) => (text: string) => Buffer.from(text).toString(encoding);
const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Ways in which a service may write what it was sent. */
export const echoes: readonly (readonly [way: string, write: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['as JSON', json],
  ['as JSON in JSON', (text) => json(json(text))],
  ['as JSON in JSON in JSON', (text) => json(json(json(text)))],
  ['as JSON that escapes slashes', (text) => json(text).replaceAll('/', '\\/')],
  ['as JSON escapes', each((code) => `\\u${hex(code, 4)}`)],
  ['in a URL', encodeURIComponent],
  ['in a URL in a URL', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['percent-encoded', each((code) => `%${hex(code)}`)],
  ['in a form', (text) => String(new URLSearchParams({ '': text })).slice(1)],
  ['read from a form', (text) => text.replaceAll('+', ' ')],
  ['in a URL in JSON', (text) => json(encodeURIComponent(text))],
  ['as JSON in a URL', (text) => encodeURIComponent(json(text))],
  ['as HTML', html],
  ['as HTML in HTML', (text) => html(html(text))],
  ['as HTML in JSON', (text) => json(html(text))],
  ['as HTML entities', each((code) => `&#x${hex(code)};`)],
  ['in base64', bytes('base64')],
  ['in base64url', bytes('base64url')],
  ['in hex', bytes('hex')],
  ['in base64 in a URL', (text) => encodeURIComponent(bytes('base64')(text))],
];
