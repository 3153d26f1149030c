import { secrets as secretPatterns } from '../checks/transport/leaks/secrets.js';
import {
  createRedactor,
  isCommonText,
  isSecretName,
  type Mask,
  type Redactor,
  redactedText,
} from '../internal/redaction.js';

const privateKey =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|(?="|$))/g;
const value = /[^\s"'\\,;}]+$/;
/** A member of JSON whose value is a text, also of JSON that stands in such a text; longer ones hold no credential. */
const member = /(\\{0,7}")([^"\\]{1,100})\1(\s*:\s*)\1((?:(?!\1)(?:[^"\\]|\\.)){1,16384})\1/g;
/** What the interface and its kind call so without hiding it (section 2; practice). */
const publicName = /^(?:shards|public)_?key$|(?:address|amount|decimals|symbol|type)$/i;
/** A name that may be a credential's or anything else's: what is short or common beside it is none. */
const plainName = /^(?:token|key|session|signature)s?$/i;
const publicValue = /^0x[\da-f]{40}$/i;

/**
 * Makes what masks, in any text of a recording, the credentials that were sent in it, and what looks like a key or a
 * password of whomever: by its form, or as a text beside a name for one.
 *
 * @param mask - Default: the same for all.
 */
export function secretMask(sent: readonly string[], mask: Mask = () => redactedText): Redactor {
  const redact = createRedactor(sent, mask);
  return (text) => withoutPatterns(withoutMembers(redact(text), mask), mask);
}

/** Makes masks that are the same for the same text alone: two secrets that differ still do when they are masked. */
export function numberedMask(): Mask {
  const numbers = new Map<string, number>();
  return (found) => {
    if (isMask.test(found)) return found;
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return number === 1 ? redactedText : redactedText.replace(']', ` ${number}]`);
  };
}

const isMask = /^\[redacted(?: \d+)?\]$/;

function withoutMembers(text: string, mask: Mask): string {
  return text.replace(member, (_, quote: string, name: string, colon: string, found: string) => {
    const isPublic =
      !isSecretName(name) ||
      publicName.test(name) ||
      publicValue.test(found) ||
      (plainName.test(name) && isCommonText(found));
    return (
      quote + name + quote + colon + quote + (isPublic ? withoutMembers(found, mask) : mask(found)) + quote
    );
  });
}

function withoutPatterns(text: string, mask: Mask): string {
  let masked = text.replace(privateKey, mask);
  for (const { markers, pattern } of secretPatterns) {
    if (!markers.some((marker) => masked.includes(marker))) continue;
    const everywhere = new RegExp(pattern, `${pattern.flags}g`);
    // The name that a password stands beside stays, and the quotes between them.
    masked = masked.replace(everywhere, (found) => found.replace(value, mask));
  }
  return masked;
}
