import { redactedText } from '../internal/redaction.js';
import type { Exchange } from './exchange.js';

/**
 * Says of an answer with status 401 or 403 what became of the credentials: `it wants credentials and got none`; undefined of
 * another status. Practice; the interface shows no authentication (section 5).
 */
export function credentialsFault(status: number, { request }: Pick<Exchange, 'request'>): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const sent = sentCredentials(request.headers);
  return sent.length === 0
    ? 'it wants credentials and got none'
    : `it refused the credentials that were sent, in ${sent.join(', ')}`;
}

/** The names of the headers that may hold credentials: those whose values exchanges mask. */
export function sentCredentials(headers: Exchange['request']['headers']): string[] {
  return Object.keys(headers).filter((name) => headers[name] === redactedText);
}
