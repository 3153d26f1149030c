import { isCommonText } from './redaction.js';

/** The texts of a node's URL that nobody shall see in an error which the node or the engine words, longest first. */
export function urlSecrets(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { href, origin, password } = new URL(url);
  if (href === `${origin}/`) return [];
  return longestFirst([url, href, ...secretParts(url), ...spellings(password)]);
}

/**
 * The parts of a node's URL that nobody shall see, longest first: user and password, path and query, and what these
 * consist of, since providers put the key of an account there.
 */
export function secretParts(url: string): string[] {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const behindHost = `${pathname}${search}`.slice(1);
  const user = password === '' ? username : '';
  const parts = [behindHost, user, password, ...pathname.split('/'), ...searchParams.values()];
  return longestFirst(parts.flatMap(spellings).filter((text) => !isCommonText(text)));
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

function spellings(text: string): string[] {
  return [text, decoded(text), encodeURIComponent(text)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
