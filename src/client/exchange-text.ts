import { printDuration, printText } from '../internal/print.js';
import { redactedText } from '../internal/redaction.js';
import type { Attempt, Exchange } from './exchange.js';

/** Describes an exchange in a few lines: what was asked, what came, how often it was tried. No secrets. */
export function exchangeLines({ request, response, attempts }: Exchange): string[] {
  const lines = [`Request:   ${request.method} ${request.url}`];
  if (response) {
    const type = response.headers['content-type'] ?? 'no content type';
    const isWhole = attempts.at(-1)?.failure === undefined;
    lines.push(`Received:  ${response.status}, ${type}, ${startOf(response.body, isWhole)}`);
  }
  if (attempts.length > 1) lines.push(`Attempts:  ${attemptsText(attempts)}`);
  return lines;
}

function startOf(body: string, isWhole: boolean): string {
  if (body === '') return isWhole ? 'an empty body' : 'no body';
  return `"${printText(body, 200)}"${isWhole ? '' : ' and no more'}`;
}

const mostAttempts = 5;

/** Names the last tries, each with what came of it and when it started. */
export function attemptsText(attempts: readonly Attempt[]): string {
  const last = attempts.slice(-mostAttempts);
  const earlier = attempts.length - last.length;
  return [...(earlier > 0 ? [`${earlier} earlier`] : []), ...last.map(attemptText)].join(' | ');
}

function attemptText({ startedAfterMs, status, failure }: Attempt): string {
  return `${failure ?? status} at +${printDuration(startedAfterMs)}`;
}

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
