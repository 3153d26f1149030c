import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { echoes, schemes, secretTexts } from '../../support/secret-texts.js';
import { clientAt, operationId } from '../client/calls.js';

const token = 'super-secret-token-123';
const bearer = { authorization: `Bearer ${token}` };

/** Returns what masks the secrets of a request with these headers. */
async function redactorOf(headers: Readonly<Record<string, string>>): Promise<(text: string) => string> {
  const server = await startRawServer(answerOf(200, '{"response":{"stage":"start"}}'));
  const { exchange } = await clientAt(server.origin, { headers }).inclusion(operationId);
  return (text) => exchange.redact(text);
}

const each = (write: (character: string) => string): string => Array.from(token, write).join('');
const hex = (character: string): string => character.charCodeAt(0).toString(16);
const ways: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `%${hex(character)}`,
  (character) => `\\u00${hex(character)}`,
  (character) => `&#${character.charCodeAt(0)};`,
];

describe('the credentials of a request', () => {
  it.each([
    ['as they are', token],
    ['with their scheme', `Bearer ${token}`],
    ['with their scheme, in a URL', `Bearer%20${token}`],
    ['with their scheme, in a form', `Bearer+${token}`],
    ['in capital letters', token.toUpperCase()],
    ['in hex', Buffer.from(token).toString('hex')],
    ['in hex with capital letters', Buffer.from(token).toString('hex').toUpperCase()],
    ['in HTML entities', each((character) => `&#${character.charCodeAt(0)};`)],
    ['in HTML entities with hex digits', each((character) => `&#x${hex(character)};`)],
    ['in HTML entities with zeros', each((character) => `&#000${character.charCodeAt(0)};`)],
    ['in HTML entities that were escaped again', each((character) => `&amp;amp;#x${hex(character)};`)],
    ['percent-encoded', each((character) => `%${hex(character)}`)],
    ['percent-encoded twice', each((character) => `%25${hex(character)}`)],
    ['percent-encoded in part', token.replaceAll('-', '%2D')],
    ['in JSON escapes', each((character) => `\\u00${hex(character)}`)],
    ['in JSON escapes within JSON', each((character) => `\\\\u00${hex(character)}`)],
    [
      'with each character escaped in another way',
      Array.from(token, (character, at) => ways[at % 4]?.(character)).join(''),
    ],
  ])('are masked %s', async (_, written) => {
    const redact = await redactorOf(bearer);
    expect(redact(`{"error":"no ${written}."}`)).toBe('{"error":"no [redacted]."}');
  });

  it('are masked exactly, whatever they are and in whichever way they are written', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{"stage":"start"}}'));
    const run = async (secret: string, scheme: string, [way, write]: (typeof echoes)[number]) => {
      const client = clientAt(server.origin, { headers: { authorization: scheme + secret } });
      const { exchange } = await client.inclusion(operationId);
      for (const echoed of [secret, scheme + secret]) {
        const masked = exchange.redact(write(`<${echoed}>`));
        if (/base64|hex/.test(way))
          expect(masked).toMatch(/^[\w+/%-]{0,5}\[redacted\][\w+/%-]{0,5}(?:=|%3D){0,2}$/);
        else expect(masked).toBe(`${write('<')}[redacted]${write('>')}`);
      }
    };
    await fc.assert(
      fc.asyncProperty(secretTexts, fc.constantFrom(...schemes), fc.constantFrom(...echoes), run),
      { numRuns: 300 },
    );
  });

  it('are masked where a text ends within them, also within an escape', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{"stage":"start"}}'));
    const run = async (secret: string, [, write]: (typeof echoes)[number], length: number) => {
      const client = clientAt(server.origin, { headers: { authorization: `Bearer ${secret}` } });
      const { exchange } = await client.inclusion(operationId);
      const written = write(secret);
      // The last 11 characters may not tell that they are of a secret, each written in up to 12.
      const cut = written.slice(0, Math.max(length, 12 * 12));
      expect(exchange.redact(`no ${cut}`)).toBe('no [redacted]');
    };
    const long = fc.tuple(secretTexts, secretTexts, secretTexts).map((texts) => texts.join('-'));
    const ways = echoes.filter(([way]) => !/base64/.test(way));
    await fc.assert(fc.asyncProperty(long, fc.constantFrom(...ways), fc.nat(400), run), { numRuns: 300 });
  });

  it.each([
    ['the text behind the scheme', 'Bearer GHIJ=k-9;GHIJ', 'GHIJ=k-9;GHIJ'],
    ['a text with separators', 'Bearer AAAAAAAA1111,BB2x', 'AAAAAAAA1111,BB2x'],
    ['a text behind white space', 'Bearer   s3cr3t-9', 's3cr3t-9'],
    ['a quoted parameter', 'Digest username="u", response="6629fae49393a053"', '6629fae49393a053'],
    ['a quoted parameter with separators', 'Api key="6629, a= b9"', '6629, a= b9'],
    ['the value of a cookie', 'sid=a,b=c d-9; theme=x', 'a,b=c d-9'],
  ])('include %s', async (_, value, secret) => {
    const redact = await redactorOf({ cookie: value });
    expect(redact(`no ${secret}.`)).toBe('no [redacted].');
  });

  it.each(
    ['', 'B', 'Be', 'Bearer '].flatMap((before) => [
      [before, ''],
      [before, ':more'],
    ]),
  )('are masked in base64 after %j and before %j', async (before, after) => {
    for (const secret of [token, '>>?~~token-of-mine']) {
      const redact = await redactorOf({ authorization: secret });
      for (const encoding of ['base64', 'base64url'] as const) {
        // What is left are neighbours and at most a character on each side that it shares with them.
        expect(redact(Buffer.from(before + secret + after).toString(encoding))).toMatch(
          /^[\w+/-]{0,10}\[redacted\][\w+/-]{0,8}={0,2}$/,
        );
      }
    }
  });

  it('are masked with quotes and other characters escaped as in URLs and JSON', async () => {
    const redact = await redactorOf({ 'x-api-key': 'a"b/c+\\\\d' });
    expect(
      redact('a"b/c+\\\\d, a%22b%2Fc%2B%5C%5Cd, a\\"b\\/c+\\\\\\\\d, a\\\\\\"b/c+\\\\\\\\\\\\\\\\d, abcd'),
    ).toBe('[redacted], [redacted], [redacted], [redacted], abcd');
  });

  it('are masked with characters escaped as named HTML entities', async () => {
    const redact = await redactorOf({ 'x-api-key': `a<b>"c&d'e/f+g` });
    expect(redact('1 a&lt;b&gt;&quot;c&amp;d&apos;e&sol;f&plus;g 2')).toBe('1 [redacted] 2');
    expect(redact('1 a&lt;b&gt;&#34;c&amp;d&#x27;e/f+g 2')).toBe('1 [redacted] 2');
    expect(redact('a &lt; b &amp; c')).toBe('a &lt; b &amp; c');
  });

  it('include the user and password of Basic authentication, in any encoding', async () => {
    const redact = await redactorOf({ authorization: `Basic ${btoa('tester:letmein')}` });
    expect(redact(`tester:letmein, user tester, LETMEIN, ${btoa('tester:letmein').replace('=', '')}`)).toBe(
      '[redacted], user [redacted], [redacted], [redacted]',
    );
  });

  it('include the parts of a cookie, but no short texts and no scheme', async () => {
    const redact = await redactorOf({ authorization: 'Bearer abc/def', cookie: 'sid=a1b2c3; a=1' });
    expect(redact('abc/def a1b2c3 Bearer sid a=1 application/json')).toBe(
      '[redacted] [redacted] Bearer sid a=1 application/json',
    );
  });

  it('are masked everywhere, and together if they overlap', async () => {
    const redact = await redactorOf({ 'x-api-key': 'secret-one', 'x-auth': 'one-two' });
    expect(redact('secret-one-two, one-two, secret-one')).toBe('[redacted], [redacted], [redacted]');
  });

  it('are masked at the end of a text that ends within them', async () => {
    const redact = await redactorOf(bearer);
    expect(redact(`no ${token.slice(0, 12)}`)).toBe('no [redacted]');
    expect(redact(`no ${token.slice(0, -1).toUpperCase()}`)).toBe('no [redacted]');
    expect(redact(`no ${Buffer.from(token).toString('base64').slice(0, 20)}`)).toBe('no [redacted]');
  });

  it.each([
    ['the scheme', 'Bearer Basic token'],
    ['few characters of it', 'no super-secr'],
    ['a word of it', 'token secret super'],
  ])('are not recognized in %s', async (_, text) => {
    const redact = await redactorOf(bearer);
    expect(redact(text)).toBe(text);
  });

  it('do not change a text without them', async () => {
    const text = JSON.stringify({ response: { estimatedGas: '21000', path: '\\"%41' } });
    expect((await redactorOf(bearer))(text)).toBe(text);
    expect((await redactorOf({}))(token)).toBe(token);
  });

  it.each([
    ['backslashes', '\\', 'x\\\\\\\\\\\\\\\\y'],
    ['ampersands', '&amp;', 'x&&&&&&&&&&y'],
    ['percent signs', '%25', 'x%%%%%%%%%%y'],
  ])('are searched for in linear time in megabytes of %s', async (_, piece, secret) => {
    const redact = await redactorOf({ 'x-api-key': secret });
    const text = piece.repeat(1_000_000 / piece.length);
    expect(redact(text)).toBe(text);
  });
});

it('the headers and the URL of an answer have no secrets', async () => {
  const answer = answerOf(200, '{"response":{"stage":"start"}}', {
    'set-cookie': 'a=b',
    'x-auth-token': 'c',
    location: '/x?a=1&access_token=c#d',
    etag: 'e',
  });
  const server = await startRawServer(answer);
  const { exchange } = await clientAt(server.origin).inclusion(operationId);
  expect(exchange.response?.headers).toMatchObject({
    'set-cookie': '[redacted]',
    'x-auth-token': '[redacted]',
    location: '/x?a=1&access_token=[redacted]#d',
    etag: 'e',
  });
});
