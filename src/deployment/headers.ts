import { UsageError } from '../errors.js';

/** Header names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Headers, or what gives them for an attempt. */
export type GivenHeaders = Headers | (() => Headers | Promise<Headers>);

const tokenName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const ownedByTransport = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns what is wrong with a set of headers, without their values; undefined if nothing is. */
export function headersIssue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value)
    return 'must be an object of header names and texts';
  const seen = new Map<string, string>();
  for (const [name, text] of Object.entries(value)) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) return `has ${other} and ${name}, which are one header: names have no case`;
    seen.set(name.toLowerCase(), name);
    if (!tokenName.test(name)) return `has ${JSON.stringify(name)}, which is not a header name`;
    if (ownedByTransport.has(name.toLowerCase())) return `has ${name}, which is not for a deployment to set`;
    if (typeof text !== 'string')
      return `has ${name}, which is no text but ${text === null ? 'null' : typeof text}`;
    if (/[\r\n]\s*$/.test(text) && fieldValue.test(text.trimEnd()))
      return `has ${name}, whose text ends with a line break, as secrets from a file do: give it without`;
    if (!fieldValue.test(text)) return `has ${name}, whose text has characters that a header cannot carry`;
  }
  return undefined;
}

/**
 * Returns the function that gives a deployment's headers for an attempt, with lower-case names: header names have no
 * case, and two spellings of one must not both be sent.
 */
export function headersOf(headers: GivenHeaders, deploymentName: string): () => Headers | Promise<Headers> {
  if (typeof headers === 'function') return () => headersFrom(headers, deploymentName);
  const given = withLowerCaseNames(headers);
  const give = () => given;
  fixedHeaders.add(give);
  return give;
}

const fixedHeaders = new WeakSet<() => Headers | Promise<Headers>>();

/** Tells whether a deployment's headers are known without asking anybody, a service with credentials for one. */
export function areFixed(headers: () => Headers | Promise<Headers>): boolean {
  return fixedHeaders.has(headers);
}

async function headersFrom(give: () => Headers | Promise<Headers>, deploymentName: string): Promise<Headers> {
  let headers: Headers;
  try {
    headers = await give();
  } catch (error) {
    throw new UsageError(
      `The headers function of ${deploymentName} failed; its error is the cause`,
      [],
      error,
    );
  }
  const issue = headersIssue(headers);
  if (issue !== undefined)
    throw new UsageError(`What the headers function of ${deploymentName} gives ${issue}`);
  return withLowerCaseNames(headers);
}

/** Returns headers with their names in lower case: names have no case. */
export function withLowerCaseNames(headers: Headers): Headers {
  return Object.freeze(
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  );
}

/** Headers that say who asks, by the words of their names. Practice. */
const credential = /auth|cookie|token|secret|key|session|credential|password/i;

/** Returns the same headers without those that may be credentials. */
export function withoutCredentials(headers: GivenHeaders | undefined): GivenHeaders | undefined {
  const harmless = (given: Headers): Headers =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !credential.test(name)));
  if (typeof headers !== 'function') return headers && harmless(headers);
  return async () => {
    const given = await headers();
    return typeof given === 'object' && given !== null ? harmless(given) : given;
  };
}

/** Returns headers with others that take precedence over them. */
export function withAddedHeaders(
  headers: GivenHeaders | undefined,
  added: Headers,
): GivenHeaders | undefined {
  if (Object.keys(added).length === 0) return headers;
  if (typeof headers !== 'function') return { ...withLowerCaseNames(headers ?? {}), ...added };
  return async () => {
    const given = await headers();
    // What is no set of headers is reported when the deployment asks for them.
    return headersIssue(given) === undefined ? { ...withLowerCaseNames(given), ...added } : given;
  };
}
