import type { Call } from '../../http/call-once.js';

/**
 * Tells whether two requests were answered alike, as by a server that does not look at what is asked.
 *
 * @param at - The segment of the path in which they differ, from its end: -1 for the last one. Default: -1.
 */
export function isSameAnswer(one: Call, other: Call, at = -1): boolean {
  if (one.outcome.kind !== 'response' || other.outcome.kind !== 'response') return false;
  return one.outcome.response.status === other.outcome.response.status && gist(one, at) === gist(other, at);
}

/**
 * A body without what differs in each: the segment of the path that it names, and numbers such as the time or the
 * request's own. What comes before that segment is the same in both, and may be masked in an exchange.
 */
function gist({ text, exchange }: Call, at: number): string {
  const { pathname, search } = new URL(exchange.request.url);
  const end = `/${pathname.split('/').slice(at).join('/')}`;
  return text
    .replaceAll(`${end}${search}`, '')
    .replaceAll(end, '')
    .replace(/[\da-f]*\d[\da-f]*/gi, '0');
}
