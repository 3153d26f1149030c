/** The replacement for secrets in everything that is printed, reported or recorded. */
export const redactedText = '[redacted]';

/** Masks the secrets in a text; returns the same string if there are none. */
export type Redactor = (text: string) => string;

/** Returns the replacement for a matched secret. */
export type Mask = (found: string) => string;

/**
 * Returns a function that masks secrets in texts, ignoring case. It finds each secret:
 *
 * - verbatim, and with some or all characters escaped, up to eight times: percent-encoded, form-encoded (`+` for a
 *   space), as JSON (`\u0041`, `\"`) and as HTML (`&#65;`, `&#x41;`, the entities of ASCII characters by name);
 * - in hex, base64 and base64url, also as part of a longer encoded text;
 * - truncated at the end of a text, if at least 12 characters are left.
 *
 * It does not find secrets that were encrypted, hashed, compressed, reversed, split, or encoded in another way (base32,
 * base58, quoted-printable, UTF-16, base64 twice, named HTML entities outside ASCII). SECURITY.md has the list.
 *
 * @param mask - Default: {@link redactedText} for every secret.
 */
export function createRedactor(secrets: readonly string[], mask: Mask = () => redactedText): Redactor {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '');
  if (forms.length === 0) return (text) => text;
  const spelled = forms.map((form) => form.split('').map(lowerCase));
  const beginnings = beginningsOf(spelled);
  return (text) => {
    const spans: Span[] = [];
    beginnings.lastIndex = 0;
    for (let found = beginnings.exec(text); found !== null; found = beginnings.exec(text)) {
      const end = endOfLongest(spelled, text, found.index);
      if (end > found.index) spans.push([found.index, end]);
      // Secrets may overlap.
      beginnings.lastIndex = found.index + 1;
    }
    return spans.length === 0 ? text : masked(text, spans, mask);
  };
}

type Span = readonly [start: number, end: number];

/** Returns the encodings of a secret, apart from escaped characters. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // UTF-8 decoded byte by byte, as percent-encoding yields it.
  const encoded = [bytes.toString('latin1'), bytes.toString('hex'), ...base64Forms(bytes)];
  return [secret, ...encoded.filter(({ length }) => length >= shortestSecret)];
}

/** Returns bytes in base64 at offsets 0, 1 and 2, without the characters that depend on neighbouring bytes. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(first, end));
  });
}

/** Returns what finds the places of a text where a form may begin: its first three characters, also escaped. */
function beginningsOf(forms: readonly (readonly string[])[]): RegExp {
  const firsts = new Set(forms.flatMap(([first = '']) => [first, first.toUpperCase()]));
  const codes = [...firsts].map((first) => first.charCodeAt(0).toString(16).padStart(4, '0'));
  const bytes = codes.flatMap((code) => (code.startsWith('00') ? [code.slice(2)] : []));
  const names = Object.keys(entities).filter((name) => firsts.has(entities[name] as string));
  const escaped = [...quotes].filter((quote) => firsts.has(quote));
  // JSON in a URL: `%5C%22`.
  if (escaped.length > 0) bytes.push('5c');
  return new RegExp(
    [
      `%(?:25){0,8}(?:${bytes.join('|')})`,
      `&(?:amp;|#0{0,8}38;|#x0{0,8}26;){0,8}(?:${['#', ...names].join('|')})`,
      // A run of backslashes is read as a whole.
      String.raw`(?<!\\)\\+(?:${[...codes.map((code) => `u${code}`), ...escaped].join('|')})`,
      ...new Set(forms.map(beginningOf)),
    ].join('|'),
    'gi',
  );
}

function beginningOf(form: readonly string[]): string {
  if (form[0] === '\\') return String.raw`(?<!\\)\\`;
  const [first, second, third] = form.map((character) =>
    formSpaces.has(character) ? '[ +]' : character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'),
  );
  const rest = third === undefined ? second : String.raw`${second}(?:[%&\\]|${third})`;
  return rest === undefined ? `${first}` : String.raw`${first}(?:[%&\\]|${rest})`;
}

/** The minimum length for a truncated secret at the end of a text. */
const shortestBeginning = 12;

/** Returns the end of the longest form that begins at a place of a text; the place itself if there is none. */
function endOfLongest(forms: readonly (readonly string[])[], text: string, start: number): number {
  const first = new Set(readingsAt(text, start).map(({ character }) => character));
  let longest = start;
  for (const form of forms) {
    const [character = ''] = form;
    if (first.has(character) || (first.has('\\') && quotes.has(character)))
      longest = Math.max(longest, endOfForm(form, text, start));
  }
  return longest;
}

/** Returns where a form ends that begins at a place of a text; the place itself if it is not there. */
function endOfForm(form: readonly string[], text: string, start: number): number {
  let reached = new Map<number, Reading | undefined>([[start, undefined]]);
  let endOfCut = start;
  for (const [at, character] of form.entries()) {
    const next: typeof reached = new Map();
    // These loops see what they add.
    for (const [end, last] of reached) {
      if (at >= shortestBeginning && isCutAt(text, end)) endOfCut = text.length;
      if (character === '\\' && last?.isRun) next.set(end, last);
      for (const reading of readingsAt(text, end)) {
        if (reading.character === character) next.set(reading.end, reading);
        else if (reading.character === '\\' && quotes.has(character)) reached.set(reading.end, reading);
      }
    }
    // JSON in a URL: `%5C%5C` is one backslash, or two.
    for (const end of character === '\\' ? next.keys() : [])
      for (const reading of text[end] === '\\' ? [] : readingsAt(text, end))
        if (reading.character === '\\' && next.size < mostBackslashes) next.set(reading.end, reading);
    if (next.size === 0) return endOfCut;
    reached = next;
  }
  const [end, last] = [...reached].reduce((one, other) => (other[0] > one[0] ? other : one));
  return Math.max(last?.isRun ? last.start + lastBackslashes(form, end - last.start) : end, endOfCut);
}

const mostBackslashes = 16;

/** Forms write a space as a plus, and so a plus may be read as a space. */
const formSpaces = new Set([' ', '+']);

/** The characters that backslashes escape, apart from the backslash. */
const quotes = new Set(['"', "'", '/']);

/** Returns how many backslashes of a run are those at the end of a form: escaping doubles them. The others escape what follows. */
function lastBackslashes(form: readonly string[], run: number): number {
  let escaped = form.length - 1 - form.findLastIndex((character) => character !== '\\');
  while (escaped * 2 <= run) escaped *= 2;
  return Math.min(escaped, run);
}

/** What a text may stand for at a place. */
interface Reading {
  readonly start: number;
  readonly end: number;
  /** In lower case. */
  readonly character: string;
  /** Whether it is a run of backslashes, which stand for one or more. */
  readonly isRun?: boolean;
}

/** Returns what a text may stand for at a place: its character as it is, and the one that an escape stands for. */
function readingsAt(text: string, start: number): Reading[] {
  const written = text[start];
  if (written === undefined) return [];
  if (written === '\\') return backslashReadings(text, start);
  const readings = [{ start, end: start + 1, character: lowerCase(written) }];
  if (formSpaces.has(written))
    readings.push({ start, end: start + 1, character: written === '+' ? ' ' : '+' });
  const rest = written === '%' ? percentRest : written === '&' ? entityRest : undefined;
  // The `%` or `&` may be escaped itself: `%2541`, `&amp;#65;`.
  for (let level = 0, end = start + 1; rest !== undefined && level <= deepestEscape; level++) {
    rest.lastIndex = end;
    const found = rest.exec(text);
    if (found === null) break;
    end = rest.lastIndex;
    const character = characterOf(found);
    readings.push({ start, end, character: lowerCase(character) });
    if (character !== written) break;
  }
  return readings;
}

function backslashReadings(text: string, start: number): Reading[] {
  let end = start + 1;
  while (text[end] === '\\') end++;
  unitRest.lastIndex = end;
  const unit = unitRest.exec(text)?.[1];
  const run: Reading = { start, end, character: '\\', isRun: true };
  if (unit === undefined) return [run];
  return [run, { start, end: end + 5, character: lowerCase(String.fromCharCode(Number.parseInt(unit, 16))) }];
}

const deepestEscape = 8;

function characterOf([, hex, decimal, name]: RegExpExecArray): string {
  if (name !== undefined) return entities[name.toLowerCase()] as string;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Returns whether a text ends at a place, or within an escape that begins there. */
function isCutAt(text: string, at: number): boolean {
  return (
    text.length - at <= longestEscape &&
    /^(?:%(?:25)*[\da-f]?|\\+(?:u[\da-f]{0,3})?|&[#\w;]*)?$/i.test(text.slice(at))
  );
}

const longestEscape = 64;

function lowerCase(character: string): string {
  return character.toLowerCase();
}

function masked(text: string, spans: readonly Span[], mask: Mask): string {
  const merged: [start: number, end: number][] = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  let written = '';
  let end = 0;
  for (const [from, to] of merged) {
    written += text.slice(end, from) + mask(text.slice(from, to));
    end = to;
  }
  return written + text.slice(end);
}

/** The HTML entities of ASCII characters, which credentials consist of. */
const entities: Readonly<Record<string, string>> = {
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
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  newline: '\n',
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
  tab: '\t',
  underbar: '_',
  verbar: '|',
  vert: '|',
};

/** What follows the `%`, the `&` or the backslashes of an escaped character. */
const percentRest = /([\da-f]{2})/iy;
const entityRest = new RegExp(
  String.raw`#x0{0,8}([\da-f]{1,6});?|#0{0,8}(\d{1,7});?|(${Object.keys(entities).join('|')});`,
  'iy',
);
const unitRest = /u([\da-f]{4})/iy;

/** Headers that never contain secrets. */
const publicHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'retry-after',
  'server',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'cache-control',
]);
/** What an unset variable leaves of a credential. */
const blankCredential = /^\s*(?:(?:basic|bearer|token)\s*)?$/i;
const queryMember = /([?&])([^=&#\s]+)=[^&#\s]*/g;
const secretName =
  /auth(?!or(?!i[sz]))|cookie|credential|(?<!mon|tur|hot|don|joc)key(?!word|stone|note|frame)|passw|passphrase|secret|session|signature|(?<![a-z])sig(?![a-z])|token(?!iz)/i;
// Shorter texts occur too often by chance.
const shortestSecret = 5;

/**
 * Common words of HTTP, of the interface and of deployments. They are never treated as secrets, whatever header
 * contains them, because masking them everywhere would change recordings and hide information.
 */
const commonTexts = new Set(
  `true false null none undefined default enabled disabled public private anonymous admin guest user
  basic bearer digest token negotiate close keep-alive gzip deflate identity chunked no-cache no-store utf-8 cors
  same-origin websocket document xmlhttprequest localhost production staging development sandbox preview canary testing
  tests mainnet testnet devnet ethereum crosscheck vitest undici mozilla start success failure failed response request stage status
  error message alpha alphachain beta operation operationid simulator observer simulation inclusion consensus included
  executed collected pending rejected native block chain amount target caller address hello world`.split(
    /\s+/,
  ),
);
const mediaType = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+*-]+$/i;
/** Numbers, versions and times, which amounts, blocks and timestamps look like. */
const plainNumber =
  /^[-+]?\d{1,11}$|^v?\d+(?:\.\d+){1,3}$|^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[-+]\d\d:?\d\d)?)?$/i;
/** Addresses, ids and hashes in the interface's notation (practice). */
const publicForm = /^0x(?:[\da-f]{40}|[\da-f]{64})$|^(?:0|-1):[\da-f]{64}$/i;
/** The friendly form of a source-chain address. */
const betaAddressForm = /^[EUk0][Qf][\w-]{46}$/;
/** The minimum length at which a text with letters and digits counts as a credential in a header of any name. */
const shortestUnnamed = 16;

/** Returns whether a text is too short or too common to be treated as a secret. */
export function isCommonText(text: string): boolean {
  return (
    text.length < shortestSecret ||
    commonTexts.has(text.toLowerCase()) ||
    mediaType.test(text) ||
    plainNumber.test(text)
  );
}

/** Returns whether a text looks like an address, an id or a hash, which are not secret. */
export function isPublicForm(text: string): boolean {
  return publicForm.test(text) || betaAddressForm.test(text);
}

/** Names that resemble credentials but are public in the interface and similar services (section 2; practice). */
const publicName = /^(?:x-)?(?:shards|public|idempotency)[-_]?key$|(?:address|amount|decimals|symbol|type)$/i;
const hashForm = /^0x[\da-f]{64}$/i;

/** Returns whether a name only resembles a credential: `shardsKey`, `tokenAddress`, `idempotency-key`. */
export function isPublicName(name: string): boolean {
  return publicName.test(name);
}

/**
 * Returns whether a header value looks like a credential, for headers with a neutral name: no URL, no list of words.
 */
function looksLikeCredential(text: string): boolean {
  if (text.length < shortestUnnamed || /^https?:|[\s()]/.test(text) || publicForm.test(text)) return false;
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/** Returns whether a name suggests a credential: `set-cookie`, `STAGING_TOKEN`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Returns whether a header never contains secrets: `accept`, `user-agent`. */
export function isPublicHeader(name: string): boolean {
  return publicHeaders.has(name.toLowerCase());
}

/** Returns whether a credential is blank, or only a scheme such as `Bearer`: what an unset variable leaves of it. */
export function isBlankCredential(text: string): boolean {
  return blankCredential.test(text);
}

/**
 * Masks request headers, except a few that never contain secrets: a deployment may authenticate with a header of any
 * name. Blank credentials are shown.
 */
export function redactRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (name, value) =>
    isPublicHeader(name) || isBlankCredential(value) ? value : redactedText,
  );
}

/** Masks response headers whose name suggests a credential, such as `set-cookie`, and credentials in URLs. */
export function redactResponseHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (name, value) =>
    secretName.test(name) ? redactedText : value.replace(queryMember, redactMember),
  );
}

/**
 * Returns the values of environment variables whose name suggests a credential, such as `STAGING_TOKEN`, and what
 * follows a scheme in them, longest first.
 */
export function secretsInVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const texts = Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) ? [value, withoutScheme(value)] : [],
  );
  return longestFirst(texts.filter((text) => !isCommonText(text)));
}

/**
 * Returns the secrets in request headers, longest first: whole values, what follows a scheme such as `Bearer`, the
 * parts of a value (`sid=a; theme=b`, `Digest username="a", response="b"`), and the user and password of `Basic`. Skips
 * short and common texts, and values that do not look like a credential in headers with a neutral name.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !isPublicHeader(name))
    .flatMap(([name, value]) =>
      [value, ...partsOf(value.trim()), ...basicCredentials(value)].filter(
        (text) => !isCommonText(text) && (isSecretName(name) || looksLikeCredential(text)),
      ),
    );
  return longestFirst(texts);
}

function withoutScheme(value: string): string {
  return value.replace(/^\s*\S+\s+/, '');
}

/** Returns a value, what follows its scheme, its members with and without their names, quoted texts, and words. */
function partsOf(value: string): string[] {
  const members = [/;\s*/, /,\s*/].flatMap((separator) => value.split(separator));
  return [
    value,
    withoutScheme(value),
    ...members,
    ...members.map((member) => member.replace(/^[^=]*=/, '')),
    ...Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, quoted = '']) => quoted),
    ...value.split(/[\s=;,"]+/),
  ];
}

/**
 * Returns the secrets in an encoded query, longest first: decoded values of members whose name suggests a credential,
 * such as `access_token`. Skips short and common texts, and addresses such as `token=0x…`.
 *
 * @param publicNames - Encoded names of members known to be public. Default: none.
 */
export function secretsInQuery(query: string | undefined, publicNames: readonly string[] = []): string[] {
  const texts = (query ?? '').split('&').flatMap((member) => {
    const [name = '', ...value] = member.split('=');
    const text = decoded(value.join('='));
    const isSecret =
      isSecretName(decoded(name)) && !isPublicName(decoded(name)) && !publicNames.includes(name);
    const isAddress = isPublicForm(text) && !hashForm.test(text);
    return isSecret && !isCommonText(text) && !isAddress ? [text] : [];
  });
  return longestFirst(texts);
}

function basicCredentials(value: string): string[] {
  const [, encoded] = /^Basic +(\S+)/i.exec(value) ?? [];
  if (encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? [decoded] : [decoded, decoded.slice(0, colon), decoded.slice(colon + 1)];
}

/** Removes user and password from a URL, and masks query values whose name suggests a credential. */
export function redactUrl(url: string | URL): string {
  const masked = new URL(url);
  if (masked.username !== '' || masked.password !== '') {
    masked.username = '';
    masked.password = '';
  }
  masked.search = masked.search.replace(queryMember, redactMember);
  return masked.href;
}

/** Masks values of an encoded query whose name suggests a credential, except members known to be public. */
export function redactQuery(query: string, publicNames: readonly string[]): string {
  return query
    .split('&')
    .map((member) => {
      const isPublic = publicNames.includes(member.split('=', 1)[0] as string);
      return isPublic ? member : `&${member}`.replace(queryMember, redactMember).slice(1);
    })
    .join('&');
}

function redactMember(member: string, separator: string, name: string): string {
  return secretName.test(name) ? `${separator}${name}=${redactedText}` : member;
}

function mapValues(
  record: Readonly<Record<string, string>>,
  masked: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, masked(name, value)]));
}

/** Returns the secrets of a node's URL, which errors of the node or the engine may quote, longest first. */
export function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { href, origin, username, password } = new URL(url);
  if (href === `${origin}/`) return [];
  const sent =
    username === '' ? '' : Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return longestFirst([url, href, sent, ...secretParts(url), ...spellings(password)]);
}

/**
 * Returns the secret parts of a node's URL, longest first: user, password, path, query and their components, because
 * providers put account keys there.
 */
export function secretParts(url: string): string[] {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const behindHost = `${pathname}${search}`.slice(1);
  const user = password === '' ? username : '';
  const parts = [behindHost, user, password, ...pathname.split('/'), ...searchParams.values()];
  return longestFirst(parts.flatMap(spellings).filter((text) => !isCommonText(text)));
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

function spellings(text: string): string[] {
  return [text, decoded(text), encodeURIComponent(text)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
