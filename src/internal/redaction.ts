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
]);
const queryMember = /([?&])([^=&#\s]+)=[^&#\s]*/g;
const secretName = /auth|cookie|credential|key|passw|secret|session|signature|token/i;
// Shorter texts stand in too many innocent places to be masked.
const shortestSecret = 5;

/** Whether a header, a variable or a member is called like a credential: `set-cookie`, `STAGING_TOKEN`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Masks the headers that a deployment adds to a request: all but a few that never carry a secret, because a
 * deployment may authenticate with a header of any name.
 */
export function redactRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, (name, value) => (publicHeaders.has(name.toLowerCase()) ? value : redactedText));
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
    .flatMap(([name, value = '']) => (secretName.test(name) && value.length >= shortestSecret ? [value] : []))
    .sort((a, b) => b.length - a.length);
}

/**
 * The secret texts in a request's headers, longest first: whole values, what follows a scheme such as `Bearer`, and user
 * and password of `Basic`.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(headers)
    .filter(([name]) => !publicHeaders.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/), ...basicCredentials(value)])
    .filter((text) => text.length >= shortestSecret && !/^(?:basic|bearer|digest|token)$/i.test(text));
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
