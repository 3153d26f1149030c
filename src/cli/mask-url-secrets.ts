import { redactedText, redactText } from '../internal/redaction.js';

const url = /\bhttps?:\/\/\S+|\bwss?:\/\/\S+/g;
// Shorter texts stand in too many innocent places to be masked.
const shortestSecret = 5;
/** Providers of nodes put the key of an account in the path. */
const longestPlainSegment = 15;

/**
 * Gives a function that masks, in any text, the credentials of the URLs in some texts: user and password, values of
 * the query, and long segments of the path.
 */
export function maskUrlSecrets(texts: readonly (string | undefined)[]): (text: string) => string {
  const urls = texts.flatMap((text) => text?.match(url) ?? []).filter((text) => URL.canParse(text));
  const secrets = urls.flatMap((text) => secretsIn(new URL(text))).sort((a, b) => b.length - a.length);
  const userParts = urls.flatMap((text) => /\/\/([^/?#]*@)/.exec(text)?.[1] ?? []);
  return (text) =>
    redactText(
      userParts.reduce((masked, part) => masked.replaceAll(`//${part}`, `//${redactedText}@`), text),
      secrets,
    );
}

function secretsIn({ username, password, pathname, searchParams }: URL): string[] {
  const segments = pathname.split('/').filter((segment) => segment.length > longestPlainSegment);
  return [password, password === '' ? username : '', ...segments, ...searchParams.values()]
    .flatMap((text) => [text, decoded(text), encodeURIComponent(text)])
    .filter((text) => text.length >= shortestSecret);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
