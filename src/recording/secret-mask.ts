import { secrets as secretPatterns } from '../checks/transport/leaks/secrets.js';
import { redactedText } from '../internal/redaction.js';
import { createRedactor, type Redactor } from '../internal/redactor.js';

const privateKey =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|(?="|$))/g;
const value = /[^\s"'\\,;}]+$/;

/**
 * Makes what masks, in any text of a recording, the credentials that were sent in it, and what looks like a key or a
 * password of whomever.
 */
export function secretMask(sent: readonly string[]): Redactor {
  const redact = createRedactor(sent);
  return (text) => withoutPatterns(redact(text));
}

function withoutPatterns(text: string): string {
  let masked = text.replace(privateKey, redactedText);
  for (const { markers, pattern } of secretPatterns) {
    if (!markers.some((marker) => masked.includes(marker))) continue;
    const everywhere = new RegExp(pattern, `${pattern.flags}g`);
    // The name that a password stands beside stays, and the quotes between them.
    masked = masked.replace(everywhere, (found) => found.replace(value, redactedText));
  }
  return masked;
}
