import type { Call } from '../../http/call-once.js';

/** Tells whether two requests were answered alike, as by a server that does not look at what is asked. */
export function isSameAnswer(one: Call, other: Call): boolean {
  if (one.outcome.kind !== 'response' || other.outcome.kind !== 'response') return false;
  return one.outcome.response.status === other.outcome.response.status && gist(one) === gist(other);
}

/**
 * A body without what differs in each: the end of the path that it names, and numbers such as the time or the request's
 * own. What comes before that end is the same in both, and may be masked in an exchange.
 */
function gist({ text, exchange }: Call): string {
  const { pathname, search } = new URL(exchange.request.url);
  const end = pathname.slice(pathname.lastIndexOf('/'));
  return text
    .replaceAll(`${end}${search}`, '')
    .replaceAll(end, '')
    .replace(/[\da-f]*\d[\da-f]*/gi, '0');
}
