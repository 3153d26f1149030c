import { UsageError } from '../errors.js';
import { isPublicHeader } from '../internal/redaction.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';

/** Header names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Headers, or a function that returns them for each attempt. */
export type HeadersOption = Headers | (() => Headers | Promise<Headers>);

const tokenName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const ownedByTransport = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What JSON schema says of headers. */
export const headersSchema = {
  type: 'object',
  propertyNames: { pattern: tokenName.source },
  additionalProperties: { type: 'string', pattern: fieldValue.source },
};

/** Returns why headers are invalid, without their values; undefined if they are valid. */
export function headersIssue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value)
    return 'must be an object of header names and texts';
  const ambiguous = ambiguousNameIssue(value);
  if (ambiguous !== undefined) return ambiguous;
  for (const [name, text] of Object.entries(value)) {
    if (!tokenName.test(name)) return `has ${JSON.stringify(name)}, which is not a header name`;
    if (ownedByTransport.has(name.toLowerCase())) return `has ${name}, which only the HTTP client sets`;
    if (typeof text !== 'string')
      return `has ${name}, which must be a text, got ${text === null ? 'null' : typeof text}`;
    if (/[\r\n]\s*$/.test(text) && fieldValue.test(text.trimEnd()))
      return `has ${name}, whose value ends with a line break, as secrets from a file do: remove it`;
    if (!fieldValue.test(text)) return `has ${name}, whose text has characters that a header cannot carry`;
  }
  return undefined;
}

/** Returns which two names of an object are one header; undefined if there are none. */
export function ambiguousNameIssue(headers: object): string | undefined {
  const seen = new Map<string, string>();
  for (const name of Object.keys(headers)) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) return `has ${other} and ${name}, which are one header: names have no case`;
    seen.set(name.toLowerCase(), name);
  }
  return undefined;
}

/**
 * Returns a function that returns a deployment's headers with lowercase names: header names are case-insensitive, and
 * two spellings of one must not both be sent.
 */
export function headersOf(headers: HeadersOption, deploymentName: string): () => Headers | Promise<Headers> {
  if (typeof headers === 'function') return () => headersFrom(headers, deploymentName);
  const given = withLowerCaseNames(headers);
  const give = () => given;
  fixedHeaders.add(give);
  return give;
}

const fixedHeaders = sharedByCopies('fixedHeaders', () => new WeakSet<() => Headers | Promise<Headers>>());

/** Returns whether a deployment's headers are constant, rather than from a function that may call a service. */
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
    throw new UsageError(`The result of the headers function of ${deploymentName} ${issue}`);
  return withLowerCaseNames(headers);
}

/** Converts header names to lower case: they are case-insensitive. */
export function withLowerCaseNames(headers: Headers): Headers {
  return Object.freeze(
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  );
}

/** Keeps only headers that never contain secrets: a deployment may authenticate with a header of any name. */
export function withoutSecretHeaders(headers: HeadersOption | undefined): HeadersOption | undefined {
  const harmless = (given: Headers): Headers =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isPublicHeader(name)));
  if (typeof headers !== 'function') return headers && harmless(headers);
  return async () => {
    const given = await headers();
    return typeof given === 'object' && given !== null ? harmless(given) : given;
  };
}

/** Adds headers, which take precedence. */
export function withAddedHeaders(
  headers: HeadersOption | undefined,
  added: Headers,
): HeadersOption | undefined {
  if (Object.keys(added).length === 0) return headers;
  if (typeof headers !== 'function') return { ...withLowerCaseNames(headers ?? {}), ...added };
  return async () => {
    const given = await headers();
    // The deployment reports invalid headers.
    return headersIssue(given) === undefined ? { ...withLowerCaseNames(given), ...added } : given;
  };
}
