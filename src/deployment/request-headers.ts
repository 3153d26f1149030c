import { UsageError } from '../errors.js';
import type { Deployment, DeploymentOptions, Headers } from './deployment.js';

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

/** Says what is wrong with a set of headers, without their values, or gives undefined if nothing is. */
export function headersFault(value: unknown): string | undefined {
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
 * Makes the function that gives a deployment's headers for an attempt, with lower-case names: header names have no
 * case, and two spellings of one must not both be sent.
 */
export function headersOf(
  headers: NonNullable<DeploymentOptions['headers']>,
  deploymentName: string,
): () => Headers | Promise<Headers> {
  if (typeof headers === 'function') return () => headersFrom(headers, deploymentName);
  const given = withLowerCaseNames(headers);
  const give = () => given;
  fixedHeaders.add(give);
  return give;
}

const fixedHeaders = new WeakSet<Deployment['headers']>();

/** Whether a deployment's headers are known without asking anybody, a service with credentials for one. */
export function areFixed(headers: Deployment['headers']): boolean {
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
  const fault = headersFault(headers);
  if (fault !== undefined)
    throw new UsageError(`What the headers function of ${deploymentName} gives ${fault}`);
  return withLowerCaseNames(headers);
}

/** Copies headers with their names in lower case: names have no case. */
export function withLowerCaseNames(headers: Headers): Headers {
  return Object.freeze(
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  );
}
