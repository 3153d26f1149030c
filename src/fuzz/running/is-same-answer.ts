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
 * A body without what differs in each: what either request named, for a server may also list the paths that it has, the
 * time, and ids of the request. Other numbers stay: a code may be all by which a server tells two errors apart.
 */
function gist({ text }: Call, ends: readonly string[]): string {
  return changing.reduce(
    (rest, pattern) => rest.replace(pattern, '$10'),
    ends.reduce((rest, end) => rest.replaceAll(end, ''), text),
  );
}

/** What is another in each answer; a first group stays. */
const changing: readonly RegExp[] = [
  // Members that are called so: `"requestId": 17`, `trace_id="…"`.
  /(["']?\b\w*(?:request|trace|correlation|span)[-_ ]?(?:id|no|number)?["']?\s*[:=#]\s*["']?)[\w.:-]+/gi,
  /(["']?\b(?:\w*time(?:stamp)?|date|elapsed|took|duration\w*|nonce)["']?\s*[:=]\s*["']?)[\w.:+-]+/gi,
  /()\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?:Z|[-+]\d\d:?\d\d)?/g,
  /()\b\d{1,2}:\d\d:\d\d(?:\.\d+)?\b/g,
  // Ids, hashes and times since 1970.
  /()\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /()\b(?:0x)?(?=[\da-f]*\d)[\da-f]{9,}\b/gi,
];
