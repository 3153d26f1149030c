import type { Call } from '../../http/call-once.js';

/**
 * Tells whether two requests were answered alike, as by a server that does not look at what is asked.
 *
 * @param at - The segment of the path in which they differ, from its end: -1 for the last one. Default: -1.
 */
export function isSameAnswer(one: Call, other: Call, at = -1): boolean {
  if (one.outcome.kind !== 'response' || other.outcome.kind !== 'response') return false;
  const ends = [...endsOf(one, at), ...endsOf(other, at)].sort((a, b) => b.length - a.length);
  return (
    one.outcome.response.status === other.outcome.response.status && gist(one, ends) === gist(other, ends)
  );
}

/** The path of a request from that segment on, with its query and without; what comes before may be masked in an exchange. */
function endsOf({ exchange }: Call, at: number): readonly string[] {
  const { pathname, search } = new URL(exchange.request.url);
  const end = `/${pathname.split('/').slice(at).join('/')}`;
  return [`${end}${search}`, end];
}

/**
 * A body without what differs in each: what either request named, for a server may also list the paths that it has, and
 * numbers such as the time or the request's own.
 */
function gist({ text }: Call, ends: readonly string[]): string {
  return ends.reduce((rest, end) => rest.replaceAll(end, ''), text).replace(/[\da-f]*\d[\da-f]*/gi, '0');
}
