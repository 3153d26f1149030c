/** What stands in the place of a secret in everything that is printed, reported or recorded. */
export const redactedText = '[redacted]';

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
  /auth(?!or(?!i[sz]))|cookie|credential|(?<!mon|tur|hot|don|joc)key(?!word|stone|note|frame)|passw|secret|session|signature|token(?!iz)/i;
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
