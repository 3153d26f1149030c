import type { Exchange, ResponseText } from '../client/exchange.js';

/** Returns the response of an exchange if it is complete. Its secrets are masked, so that they make no difference. */
export function wholeResponse({ response, attempts }: Exchange): ResponseText | undefined {
  return attempts.at(-1)?.failure === undefined ? response : undefined;
}

/**
 * Returns whether two requests were answered alike, as by a server that does not look at what is asked.
 *
 * @param at - The segment of the path in which they differ, from its end: -1 for the last one. Default: -1.
 */
export function areAlike(one: Exchange, other: Exchange, at = -1): boolean {
  const [first, second] = [wholeResponse(one), wholeResponse(other)];
  if (first === undefined || second === undefined || first.status !== second.status) return false;
  const ends = [...endsOf(one.request.url, at), ...endsOf(other.request.url, at)].sort(
    (a, b) => b.length - a.length,
  );
  return gist(first.body, ends) === gist(second.body, ends);
}

/** What several answers to requests of one kind say: the words of each, and its status. */
export type WordSets = readonly ReadonlySet<string>[];

/** Returns what an answer says, as its words: neither their order nor what stands between them tells two answers apart. */
export function wordsOf({ request: { url }, response }: Exchange): ReadonlySet<string> {
  const { href, origin, pathname, search } = new URL(url);
  const words = gist(response?.body ?? '', endsOf(url, -1))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const lengths = [href, href.slice(origin.length), pathname, search].map(({ length }) => String(length));
  const named = new Set(lengths);
  return new Set([...(words ?? []).filter((word) => !named.has(word)), `status ${response?.status}`]);
}

/** Returns the words that are in some answers to requests of one kind and not in others: they say nothing. */
export function varyingWords(told: WordSets): string[] {
  return [...new Set(told.flatMap((words) => [...words]))].filter(
    (word) => !told.every((words) => words.has(word)),
  );
}

/** Returns the words that are in each of some answers and in none of the others. */
export function wordsOnlyOf(told: WordSets, others: WordSets, varying: ReadonlySet<string>): string[] {
  const [first = new Set<string>(), ...rest] = told;
  return [...first].filter(
    (word) =>
      !varying.has(word) &&
      rest.every((words) => words.has(word)) &&
      !others.some((words) => words.has(word)),
  );
}

/** The path of a request from that segment on, with its query and without; what comes before may be masked in an exchange. */
function endsOf(url: string, at: number): readonly string[] {
  const { pathname, search } = new URL(url);
  const end = pathname.split('/').slice(at).join('/');
  return [`/${end}${search}`, `/${end}`, end];
}

/**
 * A body without what differs in each: what either request named, for a server may also list the paths that it has, the
 * time, and ids of the request. Other numbers stay: a code may be all by which a server tells two errors apart.
 */
function gist(text: string, ends: readonly string[]): string {
  const withoutEscapes = text.replaceAll('\\/', '/');
  return changing.reduce(
    (rest, pattern) => rest.replace(pattern, '$1…'),
    ends.reduce((rest, end) => rest.replaceAll(end, ''), withoutEscapes),
  );
}

/** What is another in each answer; a first group stays. */
const changing: readonly RegExp[] = [
  // Members that are called so: `"requestId": 17`, `trace_id="…"`.
  /(["']?\b\w*(?:request|trace|correlation|span)[-_ ]?(?:id|no|number)?["']?\s*[:=#]\s*["']?)[\w.:-]+/gi,
  /(["']?\b(?:\w*time(?:stamp)?|date|elapsed|took|duration\w*|nonce)["']?\s*[:=]\s*["']?)[\w.:+-]+/gi,
  /()\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?:Z|[-+]\d\d:?\d\d)?/g,
  /()\b\d{1,2}:\d\d:\d\d(?:\.\d+)?\b/g,
  // Durations: `3ms`, `1.25 s`.
  /()\b\d+(?:\.\d+)?\s?(?:ns|[uµ]s|ms|s|secs?|seconds?)\b/g,
  // Ids, hashes and times since 1970.
  /()\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /()\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}\b/gi,
  /()\b(?:0x)?(?=[\da-f]*\d)[\da-f]{9,}\b/gi,
];
