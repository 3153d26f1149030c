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
 * base58, quoted-printable, UTF-16, base64 twice, named HTML entities outside ASCII), or that have fewer than five
 * characters. SECURITY.md has the list.
 *
 * @param mask - Default: {@link redactedText} for every secret.
 */
export function createRedactor(secrets: readonly string[], mask: Mask = () => redactedText): Redactor {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(({ length }) => length >= shortestSecret);
  if (forms.length === 0) return (text) => text;
  // Longest first, so that alternation prefers the longest form.
  forms.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map((form) => form.replace(special, '\\$&')).join('|'), 'gi');
  const beginnings = forms.map((form) => form.toLowerCase());
  const find = (text: string): Span[] => [...occurrences(text, pattern), ...cutOff(text, beginnings)];
  return (text) => {
    const plain = unescaped(text);
    const escaped = plain === undefined ? [] : find(plain.text).map((span) => plain.placeOf(span));
    const spans = [...find(text), ...escaped];
    return spans.length === 0 ? text : masked(text, spans, mask);
  };
}

type Span = readonly [start: number, end: number];

const special = /[\\^$.*+?()[\]{}|]/g;

/** Returns the encodings of a secret, apart from escaped characters. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.replaceAll(' ', '+'),
    // Unescaping collapses a run of escaped backslashes into one.
    secret.replace(/\\+/g, '\\'),
    // UTF-8 decoded byte by byte, as percent-encoding yields it.
    bytes.toString('latin1'),
    bytes.toString('hex'),
    ...base64Forms(bytes),
  ];
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

function occurrences(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    spans.push([found.index, found.index + found[0].length]);
    // Secrets may overlap.
    pattern.lastIndex = found.index + 1;
  }
  return spans;
}

/** The minimum length for a truncated secret at the end of a text. */
const shortestBeginning = 12;

/** Finds a truncated secret at the end of a text. */
function cutOff(text: string, forms: readonly string[]): Span[] {
  const end = text.slice(-shortestBeginning).toLowerCase();
  if (end.length < shortestBeginning) return [];
  for (const form of forms) {
    const at = form.indexOf(end);
    if (at < 0) continue;
    const beginning = form.slice(0, at + shortestBeginning);
    if (text.slice(-beginning.length).toLowerCase() === beginning)
      return [[text.length - beginning.length, text.length]];
  }
  return [];
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

/** A text without its escapes. */
interface Unescaped {
  readonly text: string;
  /** Maps a span of the unescaped text to the original. */
  placeOf(part: Span): Span;
}

/** Decodes the escapes of URLs, JSON and HTML in a text, also repeated ones. Undefined if there are none. */
function unescaped(text: string): Unescaped | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  let plain = '';
  let end = 0;
  const starts: number[] = [];
  const take = (upTo: number): void => {
    for (let at = end; at < upTo; at++) starts.push(at);
    plain += text.slice(end, upTo);
  };
  for (const match of text.matchAll(escapes)) {
    take(match.index);
    const character = characterOf(match);
    for (let unit = 0; unit < character.length; unit++) starts.push(match.index);
    plain += character;
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  take(text.length);
  starts.push(text.length);
  return { text: plain, placeOf: ([from, to]) => [starts[from] as number, starts[to] as number] };
}

function characterOf([written, byte, unit, character, hex, decimal, name]: RegExpMatchArray): string {
  if (character !== undefined) return character;
  if (name !== undefined) return entities[name.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt((byte ?? unit ?? hex) as string, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
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

/** Character escapes. Every quantifier is bounded, so that matching takes linear time. */
const escapes = new RegExp(
  [
    String.raw`%(?:25){0,8}([\da-f]{2})`,
    String.raw`\\{1,256}u([\da-f]{4})`,
    String.raw`\\{1,256}(["'/\\])`,
    // The `&` may be escaped itself: `&amp;#65;`.
    String.raw`&(?:amp;|#0{0,8}38;|#x0{0,8}26;){0,8}(?:#x0{0,8}([\da-f]{1,6});?|#0{0,8}(\d{1,7});?|(${Object.keys(entities).join('|')});)`,
  ].join('|'),
  'gi',
);

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
const publicName = /^(?:shards|public)_?key$|(?:address|amount|decimals|symbol|type)$/i;
const hashForm = /^0x[\da-f]{64}$/i;

/** Returns whether a name only resembles a credential: `shardsKey`, `tokenAddress`. */
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
 * Returns the values of environment variables whose name suggests a credential, such as `STAGING_TOKEN`, longest first.
 */
export function secretsInVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .flatMap(([name, value = '']) => (isSecretName(name) && !isCommonText(value) ? [value] : []))
    .sort((a, b) => b.length - a.length);
}

/**
 * Returns the secrets in request headers, longest first: whole values, the part after a scheme such as `Bearer`, and
 * the user and password of `Basic`. Skips short and common texts, and values that do not look like a credential in
 * headers with a neutral name.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !isPublicHeader(name))
    .flatMap(([name, value]) =>
      [value, ...value.split(/[\s=;,]+/), ...basicCredentials(value)].filter(
        (text) => !isCommonText(text) && (isSecretName(name) || looksLikeCredential(text)),
      ),
    );
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
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

/** Masks verbatim occurrences of secrets; see `createRedactor` for encoded ones. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, redactedText), text);
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
  const { href, origin, password } = new URL(url);
  if (href === `${origin}/`) return [];
  return longestFirst([url, href, ...secretParts(url), ...spellings(password)]);
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
