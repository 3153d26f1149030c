/** What stands in the place of a secret in everything that is printed, reported or recorded. */
export const redactedText = '[redacted]';

/** Masks secrets in a text. Returns the very same text when it has none. */
export type Redactor = (text: string) => string;

/** Returns what stands in the place of a secret, given the text that is masked. */
export type Mask = (found: string) => string;

/**
 * Returns a function that masks secrets in any number of texts, in upper and lower case. It finds each secret:
 *
 * - as it is, and with some or all of its characters escaped, up to eight times over: percent-encoded, form-encoded
 *   (`+` for a space), as JSON (`\u0041`, `\"`) and as HTML (`&#65;`, `&#x41;`, the entities of ASCII characters by name);
 * - in hex, and in base64 and base64url, also amid more text that was encoded with it;
 * - where a text was cut off within it, if at least 12 characters of it are left.
 *
 * It does not find a secret that was encrypted, hashed, compressed, reversed or cut into pieces, one that was encoded in
 * another way (base32, base58, quoted-printable, UTF-16, base64 twice, HTML entities outside of ASCII by name), and those
 * of fewer than five characters. SECURITY.md has the list.
 *
 * @param mask - Default: {@link redactedText} for all.
 */
export function createRedactor(secrets: readonly string[], mask: Mask = () => redactedText): Redactor {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(({ length }) => length >= shortestSecret);
  if (forms.length === 0) return (text) => text;
  // At one place the longest form counts.
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

/** The ways to write a secret, apart from escapes of its characters. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.replaceAll(' ', '+'),
    // A run of backslashes, each escaped, reads as one.
    secret.replace(/\\+/g, '\\'),
    // UTF-8 that was read byte by byte, as percent signs write it.
    bytes.toString('latin1'),
    bytes.toString('hex'),
    ...base64Forms(bytes),
  ];
}

/** Bytes in base64 after 0, 1 and 2 others: the characters that none of their neighbours has a share in. */
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
    // Secrets may overlap: the next one may begin within this one.
    pattern.lastIndex = found.index + 1;
  }
  return spans;
}

/** From this length on, the beginning of a secret counts at the end of a text. */
const shortestBeginning = 12;

/** The end of a text that was cut off within a secret. */
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
  /** Returns where a part of it stands in the text as it was. */
  placeOf(part: Span): Span;
}

/** Reads the escapes of URLs, JSON and HTML in a text, also those that were escaped again. Undefined without any. */
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

/** The names that HTML has for characters of ASCII, in which credentials are written. */
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

/** The ways to escape a character. Each is bounded, so that the time for a text grows with its length alone. */
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
/** What a variable that is not set leaves of a credential. */
const blankCredential = /^\s*(?:(?:basic|bearer)\s*)?$/i;
const queryMember = /([?&])([^=&#\s]+)=[^&#\s]*/g;
const secretName =
  /auth(?!or(?!i[sz]))|cookie|credential|(?<!mon|tur|hot|don|joc)key(?!word|stone|note|frame)|passw|secret|session|signature|(?<![a-z])sig(?![a-z])|token(?!iz)/i;
// Shorter texts stand in too many innocent places to be masked.
const shortestSecret = 5;

/**
 * Texts that stand in answers, requests and messages for other reasons: words of HTTP, of the interface and of
 * deployments. Masked everywhere they would change what is recorded and hide what is said, so they are no secrets,
 * whatever header has them.
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
/** Numbers, versions and times: an interface of amounts, blocks and timestamps is full of them. */
const plainNumber =
  /^[-+]?\d{1,11}$|^v?\d+(?:\.\d+){1,3}$|^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[-+]\d\d:?\d\d)?)?$/i;
/** Addresses, ids and hashes as the interface writes them (practice). */
const publicForm = /^0x(?:[\da-f]{40}|[\da-f]{64})$|^(?:0|-1):[\da-f]{64}$/i;
/** The friendly form of a source-chain address. */
const betaAddressForm = /^[EUk0][Qf][\w-]{46}$/;
/** From this length on, a text with letters and digits counts as a credential in a header of any name. */
const shortestUnnamed = 16;

/** Whether a text is too short or too common to be a secret: masking it would mask what is none. */
export function isCommonText(text: string): boolean {
  return (
    text.length < shortestSecret ||
    commonTexts.has(text.toLowerCase()) ||
    mediaType.test(text) ||
    plainNumber.test(text)
  );
}

/** Whether a text has the form of an address, an id or a hash, which are no secrets. */
export function isPublicForm(text: string): boolean {
  return publicForm.test(text) || betaAddressForm.test(text);
}

/** What the interface and its kind call so without hiding it (section 2; practice). */
const publicName = /^(?:shards|public)_?key$|(?:address|amount|decimals|symbol|type)$/i;
const hashForm = /^0x[\da-f]{64}$/i;

/** Whether a member is called like a credential without being one: `shardsKey`, `tokenAddress`. */
export function isPublicName(name: string): boolean {
  return publicName.test(name);
}

/** A header whose name says nothing holds a credential only if it looks like one: no URL, no list of words. */
function looksLikeCredential(text: string): boolean {
  if (text.length < shortestUnnamed || /^https?:|[\s()]/.test(text) || publicForm.test(text)) return false;
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/** Whether a header, a variable or a member is called like a credential: `set-cookie`, `STAGING_TOKEN`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Masks the headers that a deployment adds to a request: all but a few that never carry a secret, because a
 * deployment may authenticate with a header of any name. What is blank is none, and shown as it is.
 */
export function redactRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (name, value) =>
    publicHeaders.has(name.toLowerCase()) || blankCredential.test(value) ? value : redactedText,
  );
}

/** Masks the headers of an answer whose name sounds like a credential, such as `set-cookie`, and those in its URLs. */
export function redactResponseHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (name, value) =>
    secretName.test(name) ? redactedText : value.replace(queryMember, redactMember),
  );
}

/** The values of environment variables whose name sounds like a credential, such as `STAGING_TOKEN`; longest first. */
export function secretsInVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .flatMap(([name, value = '']) => (isSecretName(name) && !isCommonText(value) ? [value] : []))
    .sort((a, b) => b.length - a.length);
}

/**
 * The secret texts in a request's headers, longest first: whole values, what follows a scheme such as `Bearer`, and user
 * and password of `Basic`. Texts that are short or common are none, nor is a value that does not look like a credential
 * in a header whose name does not sound like one.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !publicHeaders.has(name.toLowerCase()))
    .flatMap(([name, value]) =>
      [value, ...value.split(/[\s=;,]+/), ...basicCredentials(value)].filter(
        (text) => !isCommonText(text) && (isSecretName(name) || looksLikeCredential(text)),
      ),
    );
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

/**
 * The secret texts in an encoded query, longest first: decoded values of members whose name sounds like a credential, as
 * `access_token` does. Texts that are short or common are none, nor are addresses, as `token=0x…` may have.
 *
 * @param publicNames - Members that are known to hold none, encoded. Default: none.
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

/** Masks each occurrence of texts that are secret as they are written; for what may come in any form see `createRedactor`. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, redactedText), text);
}

/** Masks user and password and the values of a URL's query that sound like credentials. */
export function redactUrl(url: string | URL): string {
  const masked = new URL(url);
  if (masked.username !== '' || masked.password !== '') {
    masked.username = '';
    masked.password = '';
  }
  masked.search = masked.search.replace(queryMember, redactMember);
  return masked.href;
}

/** Masks the values of an encoded query that sound like credentials, apart from members that are known to hold none. */
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

/** The texts of a node's URL that nobody shall see in an error which the node or the engine words, longest first. */
export function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { href, origin, password } = new URL(url);
  if (href === `${origin}/`) return [];
  return longestFirst([url, href, ...secretParts(url), ...spellings(password)]);
}

/**
 * The parts of a node's URL that nobody shall see, longest first: user and password, path and query, and what these
 * consist of, since providers put the key of an account there.
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
