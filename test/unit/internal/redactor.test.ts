import { describe, expect, it, test } from 'vitest';
import { secretsIn } from '../../../src/internal/redaction.js';
import { createRedactor } from '../../../src/internal/redactor.js';

const token = 'super-secret-token-123';
const redact = createRedactor(secretsIn({ authorization: `Bearer ${token}` }));
const each = (write: (character: string) => string): string => Array.from(token, write).join('');
const hex = (character: string): string => character.charCodeAt(0).toString(16);

describe('a redactor', () => {
  test.each<[form: string, written: string, masked?: string]>([
    ['as it is', token],
    ['with its scheme', `Bearer ${token}`],
    ['with its scheme, in a URL', `Bearer%20${token}`],
    ['with its scheme, in a form', `Bearer+${token}`, 'Bearer+[redacted]'],
    ['in capital letters', token.toUpperCase()],
    ['in hex', Buffer.from(token).toString('hex')],
    ['in hex with capital letters', Buffer.from(token).toString('hex').toUpperCase()],
    ['in entities of HTML', each((character) => `&#${character.charCodeAt(0)};`)],
    ['in entities of HTML with hex digits', each((character) => `&#x${hex(character)};`)],
    ['in entities of HTML that were escaped again', each((character) => `&amp;amp;#x${hex(character)};`)],
    ['with percent signs', each((character) => `%${hex(character)}`)],
    ['with percent signs, twice', each((character) => `%25${hex(character)}`)],
    ['with some percent signs', token.replaceAll('-', '%2D')],
    ['as JSON may write it', each((character) => `\\u00${hex(character)}`)],
    ['as JSON in JSON may write it', each((character) => `\\\\u00${hex(character)}`)],
    ['its beginning', token.slice(0, 14)],
    ['its end', token.slice(6)],
  ])('masks a secret %s', (_, written, masked = '[redacted]') => {
    expect(redact(`{"error":"no ${written}."}`)).toBe(`{"error":"no ${masked}."}`);
  });

  test.each(
    ['', 'B', 'Be', 'Bearer '].flatMap((before) => [
      [before, ''],
      [before, ':more'],
    ]),
  )('masks a secret in base64 after %j and before %j', (before, after) => {
    for (const secret of [token, '\u00ff>>?~~token-of-mine']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + secret + after).toString(encoding);
        const masked = createRedactor([secret])(encoded);
        // What is left are neighbours and at most a character on each side that it shares with them.
        expect(masked).toMatch(/^[\w+/-]{0,10}\[redacted\][\w+/-]{0,8}={0,2}$/);
      }
    }
  });

  test('masks a secret with quotes and other characters as a URL and JSON write it', () => {
    const odd = createRedactor(['a"b/c+é\\d']);
    expect(odd('a"b/c+é\\d, a%22b%2Fc%2B%C3%A9%5Cd, a\\"b\\/c+\\u00e9\\\\d, abcd')).toBe(
      '[redacted], [redacted], [redacted], abcd',
    );
  });

  test('masks a secret with the signs that HTML has names for', () => {
    const odd = createRedactor(['a<b>"c&d\'e/f+g=']);
    expect(odd('1 a&lt;b&gt;&quot;c&amp;d&apos;e&sol;f&plus;g&equals; 2')).toBe('1 [redacted] 2');
    expect(odd('1 a&lt;b&gt;&#34;c&amp;d&#x27;e/f+g= 2')).toBe('1 [redacted] 2');
    expect(odd('a &lt; b &amp; c')).toBe('a &lt; b &amp; c');
  });

  test('masks user and password of Basic', () => {
    const basic = createRedactor(secretsIn({ authorization: `Basic ${btoa('tester:letmein')}` }));
    expect(basic('tester:letmein, user tester, LETMEIN')).toBe('[redacted], user [redacted], [redacted]');
  });

  test('masks every occurrence, and overlapping ones together', () => {
    const two = createRedactor(['secret-one', 'one-two']);
    expect(two('secret-one-two, one-two, secret-one')).toBe('[redacted], [redacted], [redacted]');
  });

  test.each([
    ['the scheme', 'Bearer Basic token'],
    ['few characters of it', 'super-secr token-123'],
    ['a word that is half of a short secret', 'staging-'],
    ['a word that is half of a longer one', 'deployme deployment'],
  ])('leaves %s', (_, text) => {
    const all = createRedactor(['Bearer staging-token', 'staging-token', 'deployment-token', token]);
    expect(all(text)).toBe(text);
  });

  it('gives a text without secrets as it is', () => {
    const text = JSON.stringify({ response: { estimatedGas: '21000', path: '\\"%41' } });
    expect(redact(text)).toBe(text);
    expect(createRedactor([])(token)).toBe(token);
  });
});
