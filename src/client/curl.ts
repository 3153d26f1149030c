import { redactedText } from '../internal/redaction.js';
import type { Exchange } from './exchange.js';

/** How a curl command is written. */
export interface CurlOptions {
  /** Take masked headers from shell variables; see {@link shellVariable}. Default: leave them out. */
  readonly credentials?: 'variables' | undefined;
  /** Print status and headers of the answer too, and end it with a line feed. Default: false. */
  readonly shownHead?: boolean | undefined;
  /** Read the body from a file, `-` for the standard input, in place of the request's own. */
  readonly bodyFile?: string | undefined;
}

/**
 * Writes the curl command that sends a request again, on one line, quoted for a POSIX shell. Masked headers are left
 * out, unless they are to come from variables: whoever runs it adds the credentials.
 */
export function curlCommand(
  { request }: Pick<Exchange, 'request'>,
  { credentials, shownHead = false, bodyFile }: CurlOptions = {},
): string {
  const { method, headers, body } = request;
  const words = ['curl', ...(shownHead ? ['-isS', '-w', quoted('\\n')] : ['-sS'])];
  // curl waits for the body of an answer to a HEAD unless it knows that it is one.
  words.push(...(method === 'HEAD' ? ['--head'] : ['-X', method]), ...targetWords(request.url));
  for (const [name, value] of Object.entries(headers)) {
    if (value !== redactedText) words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
    else if (credentials === 'variables') words.push('-H', quoted(`${name}: `) + variableValue(name));
  }
  if (body === undefined && bodyFile === undefined) return words.join(' ');
  // curl would add the type of a form.
  if (headers['content-type'] === undefined) words.push('-H', quoted('content-type:'));
  if (bodyFile !== undefined) words.push('--data-binary', quoted(`@${bodyFile}`));
  else if (body !== undefined) words.push('--data-raw', quoted(body));
  return words.join(' ');
}

/** The shell variable that holds the value of a masked header: `X_API_KEY` of `x-api-key`. */
export function shellVariable(header: string): string {
  return header
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');
}

/** The value of that variable, in quotes; a shell refuses to go on without it. */
export function variableValue(header: string): string {
  return `"\${${shellVariable(header)}:?}"`;
}

/** Quotes a text for a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A query that curl would read as a pattern, or cut, is given apart from the URL. */
function targetWords(url: string): string[] {
  const query = url.indexOf('?');
  if (query === -1 || !/[^\w%&=.~+:,;@/?!$'()*-]/.test(url.slice(query))) return [quoted(url)];
  const base = url.slice(0, query);
  return [quoted(base), '--request-target', quoted(new URL(base).pathname + url.slice(query))];
}
