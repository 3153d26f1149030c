import { redactedText } from '../../../internal/redaction.js';

/**
 * The URL of a node as anybody may see it: its origin. Providers put the key of an account anywhere else, so what is
 * there is masked.
 */
export function publicUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? origin : `${origin}/${redactedText}`;
}
