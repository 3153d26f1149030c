import { printText } from '../internal/print.js';
import type { ResponseText } from './recorded-exchange.js';

const longestShown = 200;

/**
 * What a service says itself of an answer that is an error, on one line: the member `error` of a JSON object (practice), or
 * the members that others use for it; a plain text; or the title of a page. Undefined when it says nothing. Secrets are not
 * masked here.
 */
export function serviceText({ headers, body }: Pick<ResponseText, 'headers' | 'body'>): string | undefined {
  const said = saidInJson(body) ?? saidInText(headers['content-type'] ?? '', body);
  const text = said?.trim();
  return text ? printText(text, longestShown) : undefined;
}

function saidInJson(body: string): string | undefined {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    return textIn(JSON.parse(body), 2);
  } catch {
    return undefined;
  }
}

/** Of `{"error": {"message": …}}` the message; of `{"errors": [{"detail": …}]}` that of the first. */
function textIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (depth < 0 || typeof value !== 'object' || value === null) return undefined;
  const members = value as Record<string, unknown>;
  for (const name of ['error', 'message', 'detail', 'errors', '0', 'title', 'error_description']) {
    const text = Object.hasOwn(members, name) ? textIn(members[name], depth - 1) : undefined;
    if (text) return text;
  }
  return undefined;
}

function saidInText(type: string, body: string): string | undefined {
  const [, title] = /<title>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000)) ?? [];
  if (title !== undefined) return `a page with the title "${title.trim()}"`;
  return /^text\/plain\b/i.test(type) && !/^\s*</.test(body) ? body.trim().split('\n', 1)[0] : undefined;
}
