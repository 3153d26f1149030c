import type { Attempt, Exchange } from '../deployment/exchange.js';
import { formatDuration, formatText, withShortHex } from '../internal/print.js';
import { redactedText } from '../internal/redaction.js';
import { labelled, shellQuoted } from '../internal/terminal.js';

/**
 * Describes an exchange in a few lines: request, response, trace and number of attempts. No secrets.
 *
 * @param label - What the request is called.
 */
export function exchangeLines(exchange: Exchange, label = 'Request'): string[] {
  const { request, response, attempts } = exchange;
  const lines = [labelled(label, `${request.method} ${request.url}`)];
  if (response) {
    const type = response.headers['content-type'] ?? 'no content type';
    const isWhole = attempts.at(-1)?.failure === undefined;
    lines.push(labelled('Response', `${response.status}, ${type}, ${bodyPreview(response.body, isWhole)}`));
  }
  if (attempts.length > 1) lines.push(labelled('Attempts', attemptsText(attempts)));
  return [...lines, ...traceLines(exchange)];
}

/** Shows the trace id of a request, by which the log of the server can be searched; nothing if it has none. */
export function traceLines({ traceId }: Pick<Exchange, 'traceId'>): string[] {
  return traceId === undefined ? [] : [labelled('Trace ID', traceId)];
}

function bodyPreview(body: string, isWhole: boolean): string {
  if (body === '') return isWhole ? 'an empty body' : 'no body';
  return `"${formatText(withShortHex(body), 200)}"${isWhole ? '' : ' and no more'}`;
}

const maxAttempts = 5;

/** Lists the last attempts, each with its result and start time. */
export function attemptsText(attempts: readonly Attempt[]): string {
  const last = attempts.slice(-maxAttempts);
  const earlier = attempts.length - last.length;
  return [...(earlier > 0 ? [`${earlier} earlier`] : []), ...last.map(attemptText)].join(' | ');
}

function attemptText({ startedAfterMs, status, failure }: Attempt): string {
  return `${failure ?? status} at +${formatDuration(startedAfterMs)}`;
}

/** Options of {@link curlCommand}. */
interface CurlOptions {
  /** Read masked headers from shell variables; see {@link shellVariable}. Default: leave them out. */
  readonly credentials?: 'variables' | undefined;
  /** Print the status and headers of the response too, and end it with a line feed. Default: false. */
  readonly includeHead?: boolean | undefined;
  /** Read the body from this file instead (`-` for standard input). */
  readonly bodyFile?: string | undefined;
}

/**
 * Returns the curl command that repeats a request, on one line, quoted for a POSIX shell. Masked headers are omitted,
 * unless their values come from variables: the reader adds the credentials.
 */
export function curlCommand(
  { request }: Pick<Exchange, 'request'>,
  { credentials, includeHead = false, bodyFile }: CurlOptions = {},
): string {
  const { method, headers, body } = request;
  const words = ['curl', ...(includeHead ? ['-isS', '-w', shellQuoted('\\n')] : ['-sS'])];
  // With `-X HEAD` curl would wait for a body.
  words.push(...(method === 'HEAD' ? ['--head'] : ['-X', method]), ...targetWords(request.url));
  for (const [name, value] of Object.entries(headers)) {
    if (value !== redactedText)
      words.push('-H', shellQuoted(value === '' ? `${name};` : `${name}: ${value}`));
    else if (credentials === 'variables') words.push('-H', shellQuoted(`${name}: `) + variableValue(name));
  }
  if (body === undefined && bodyFile === undefined) return words.join(' ');
  // Otherwise curl adds the content type of a form.
  if (headers['content-type'] === undefined) words.push('-H', shellQuoted('content-type:'));
  if (bodyFile !== undefined) words.push('--data-binary', shellQuoted(`@${bodyFile}`));
  else if (body !== undefined) words.push('--data-raw', shellQuoted(body));
  return words.join(' ');
}

/** Returns the shell variable for a masked header: `X_API_KEY` for `x-api-key`. */
export function shellVariable(header: string): string {
  return header
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');
}

/** Expands that variable in quotes; the shell exits if it is unset. */
function variableValue(header: string): string {
  return `"\${${shellVariable(header)}:?}"`;
}

/** Passes a query that curl would glob or truncate separately from the URL. */
function targetWords(url: string): string[] {
  const query = url.indexOf('?');
  if (query === -1 || !/[^\w%&=.~+:,;@/?!$'()*-]/.test(url.slice(query))) return [shellQuoted(url)];
  const base = url.slice(0, query);
  return [shellQuoted(base), '--request-target', shellQuoted(new URL(base).pathname + url.slice(query))];
}
