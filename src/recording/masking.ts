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
import { secretPatterns } from '../internal/secret-patterns.js';

/**
 * Returns a redactor for the texts of a recording. It masks the credentials that were sent, and anything that looks
 * like a key or a password by its form or by the name next to it.
 *
 * @param mask - Default: the same replacement for all.
 */
export function secretMask(sent: readonly string[], mask: Mask = () => redactedText): Redactor {
  const redact = createRedactor(sent, mask);
  return (text) => withoutPatterns(withoutMembers(redact(text), mask), mask);
}

/** Returns numbered replacements: different secrets stay different when masked. */
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
 * Returns a redactor for an unrecorded request. It masks every text that the recording does not contain: it may be a
 * credential from a headers function, which a replay does not call. Short and common texts, addresses, ids and numbers
 * are shown.
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
    // Static path segments have no digits.
    if (text.startsWith('/'))
      return text.replace(/[^/]+/g, (segment) => (/\d/.test(segment) ? shown(segment) : segment));
    // JSON strings, but not member names.
    if (text.includes('"'))
      return text.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (whole, inner: string, colon: string | undefined) =>
        colon === undefined ? `"${shown(inner)}"` : whole,
      );
    if (/^[^=&\s]+=/.test(text)) return text.replace(/=([^&]*)/g, (_, value: string) => `=${shown(value)}`);
    return shown(text);
  };
}

/** Ambiguous names: short or common values next to them are not masked. */
const plainName = /^(?:token|key|session|signature)s?$/i;
const publicValue = /^0x[\da-f]{40}$/i;
/** Longer values are not credentials. */
const maxValueLength = 16_384;

/**
 * Masks JSON strings whose member name suggests a credential, also in JSON nested in a JSON string, with escaped
 * quotes. The JSON may be truncated.
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
    // An unmasked value may itself be JSON.
    if (isPublic || value === '' || value.length > maxValueLength) continue;
    written += text.slice(end, from) + mask(value);
    end = to;
    start.lastIndex = to;
  }
  return written + text.slice(end);
}

/**
 * Returns the end of a JSON string whose opening quote has `escapes` backslashes: the next quote with as many of its
 * own. Each backslash in the string adds `2 * (escapes + 1)`.
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
    // Keep the name before a password, and the quotes between them.
    masked = masked.replace(everywhere, (found) => found.replace(/[^\s"'\\,;}]+$/, mask));
  }
  return masked;
}
