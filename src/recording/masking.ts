import { secrets as secretPatterns } from '../checks/transport/leaks/secrets.js';
import {
  createRedactor,
  isCommonText,
  isPublicForm,
  isPublicName,
  isSecretName,
  type Mask,
  type Redactor,
  redactedText,
} from '../internal/redaction.js';

/**
 * Returns what masks, in any text of a recording, the credentials that were sent in it, and what looks like a key or a
 * password of whomever: by its form, or as a text beside a name for one.
 *
 * @param mask - Default: the same for all.
 */
export function secretMask(sent: readonly string[], mask: Mask = () => redactedText): Redactor {
  const redact = createRedactor(sent, mask);
  return (text) => withoutPatterns(withoutMembers(redact(text), mask), mask);
}

/** Returns masks that are the same for the same text alone: two secrets that differ still do when they are masked. */
export function numberedMask(): Mask {
  const numbers = new Map<string, number>();
  return (found) => {
    if (/^\[redacted(?: \d+)?\]$/.test(found)) return found;
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return number === 1 ? redactedText : redactedText.replace(']', ` ${number}]`);
  };
}

/**
 * Returns what masks, in a request that a recording does not have, each text that the recording does not have either: any
 * of them may be a credential that only a function for headers would give, which a replay does not call. What is short or
 * common, or has the form of an address, an id or a number, stays.
 */
export function unrecordedMask(recorded: readonly string[]): Redactor {
  const shown = (text: string): string =>
    isCommonText(text) ||
    isPublicForm(text) ||
    /^\d+$/.test(text) ||
    recorded.some((one) => one.includes(text))
      ? text
      : redactedText;
  return (text) => {
    // What a path calls an endpoint has no digits.
    if (text.startsWith('/'))
      return text.replace(/[^/]+/g, (segment) => (/\d/.test(segment) ? shown(segment) : segment));
    // Texts of JSON, but not the names of members.
    if (text.includes('"'))
      return text.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (whole, inner: string, colon: string | undefined) =>
        colon === undefined ? `"${shown(inner)}"` : whole,
      );
    if (/^[^=&\s]+=/.test(text)) return text.replace(/=([^&]*)/g, (_, value: string) => `=${shown(value)}`);
    return shown(text);
  };
}

/** A name that may be a credential's or anything else's: what is short or common beside it is none. */
const plainName = /^(?:token|key|session|signature)s?$/i;
const publicValue = /^0x[\da-f]{40}$/i;
/** Longer texts hold no credential. */
const longestValue = 16_384;

/**
 * Masks the texts of JSON that stand beside a name for a credential, also of JSON in a text of JSON, whose quotes are
 * escaped. The JSON may be cut off.
 */
function withoutMembers(text: string, mask: Mask): string {
  const start = /(\\{0,7})"([^"\\]{1,100})\1"\s*:\s*\1"/g;
  let written = '';
  let end = 0;
  for (let member = start.exec(text); member !== null; member = start.exec(text)) {
    const [whole, escapes = '', name = ''] = member;
    if (!isSecretName(name) || isPublicName(name)) continue;
    const from = member.index + whole.length;
    const to = endOfText(text, from, escapes.length);
    const value = text.slice(from, to);
    const isPublic = publicValue.test(value) || (plainName.test(name) && isCommonText(value));
    // What is not masked may be JSON in turn.
    if (isPublic || value === '' || value.length > longestValue) continue;
    written += text.slice(end, from) + mask(value);
    end = to;
    start.lastIndex = to;
  }
  return written + text.slice(end);
}

/**
 * Returns where a text of JSON ends that began with a quote of so many backslashes: at the next quote that has as many of
 * its own. Each backslash of the text itself is written with twice as many as its quote has with the quote.
 */
function endOfText(text: string, from: number, escapes: number): number {
  const quote = /(\\*)"/g;
  quote.lastIndex = from;
  for (let found = quote.exec(text); found !== null; found = quote.exec(text)) {
    const backslashes = found[1]?.length ?? 0;
    if (backslashes % (2 * (escapes + 1)) === escapes) return found.index + backslashes - escapes;
  }
  return text.length;
}

const privateKey =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|(?="|$))/g;

function withoutPatterns(text: string, mask: Mask): string {
  let masked = text.replace(privateKey, mask);
  for (const { markers, pattern } of secretPatterns) {
    if (!markers.some((marker) => masked.includes(marker))) continue;
    const everywhere = new RegExp(pattern, `${pattern.flags}g`);
    // The name that a password stands beside stays, and the quotes between them.
    masked = masked.replace(everywhere, (found) => found.replace(/[^\s"'\\,;}]+$/, mask));
  }
  return masked;
}
