import type { Exchange, ResponseText } from '../deployment/exchange.js';

/** Returns the response of an exchange if it is complete. Its secrets are masked, so two responses do not differ by them. */
export function wholeResponse({ response, attempts }: Exchange): ResponseText | undefined {
  return attempts.at(-1)?.failure === undefined ? response : undefined;
}

/**
 * Returns whether two requests got equal answers, as from a server that ignores the path.
 *
 * @param at - The segment of the path in which they differ, from its end: -1 for the last one. Default: -1.
 */
export function areAlike(one: Exchange, other: Exchange, at = -1): boolean {
  const [first, second] = [wholeResponse(one), wholeResponse(other)];
  if (first === undefined || second === undefined || first.status !== second.status) return false;
  const ends = [...endsOf(one.request.url, at), ...endsOf(other.request.url, at)].sort(
    (a, b) => b.length - a.length,
  );
  return comparableText(first.body, ends) === comparableText(second.body, ends);
}

/** The words and the status of each of several answers to requests of one kind. */
export type WordSets = readonly ReadonlySet<string>[];

/** Returns the words and the status of an answer. The order of the words and the characters between them do not matter. */
export function wordsOf({ request: { url }, response }: Exchange): ReadonlySet<string> {
  const { href, origin, pathname, search } = new URL(url);
  const words = comparableText(response?.body ?? '', endsOf(url, -1))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const lengths = [href, href.slice(origin.length), pathname, search].map(({ length }) => String(length));
  const named = new Set(lengths);
  return new Set([...(words ?? []).filter((word) => !named.has(word)), `status ${response?.status}`]);
}

/** Returns the words that only some answers to requests of one kind contain, which say nothing about the kind. */
export function varyingWords(wordSets: WordSets): string[] {
  return [...new Set(wordSets.flatMap((words) => [...words]))].filter(
    (word) => !wordSets.every((words) => words.has(word)),
  );
}

/** Returns the words that each of some answers contains and none of the others. */
export function wordsOnlyOf(wordSets: WordSets, others: WordSets, varying: ReadonlySet<string>): string[] {
  const [first = new Set<string>(), ...rest] = wordSets;
  return [...first].filter(
    (word) =>
      !varying.has(word) &&
      rest.every((words) => words.has(word)) &&
      !others.some((words) => words.has(word)),
  );
}

/** Returns the path of a request from a segment on, with and without its query. What precedes it may be masked in an exchange. */
function endsOf(url: string, at: number): readonly string[] {
  const { pathname, search } = new URL(url);
  const end = pathname.split('/').slice(at).join('/');
  return [`/${end}${search}`, `/${end}`, end];
}

/**
 * Returns a body without what differs in every answer: texts of the request, which a server may repeat, times, and ids of the
 * request. Other numbers are kept, because two errors may differ only in a code.
 */
function comparableText(text: string, ends: readonly string[]): string {
  const withoutEscapes = text.replaceAll('\\/', '/');
  return changing.reduce(
    (rest, pattern) => rest.replace(pattern, '$1…'),
    ends.reduce((rest, end) => rest.replaceAll(end, ''), withoutEscapes),
  );
}

/** What differs in every answer. The first group is kept. */
const changing: readonly RegExp[] = [
  // Members with such a name: `"requestId": 17`, `trace_id="…"`.
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
