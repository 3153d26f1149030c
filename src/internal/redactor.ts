import { escapesRead } from './escapes-read.js';
import { redactedText } from './redaction.js';
import { type SecretForm, secretForms } from './secret-forms.js';

/** Masks secrets in a text; gives the very same text when there are none. */
export type Redactor = (text: string) => string;

/** What stands in the place of a secret, given the text that is masked. */
export type Mask = (found: string) => string;

type Span = readonly [start: number, end: number];
interface Place {
  readonly form: SecretForm;
  readonly offset: number;
}

const gramLength = 4;
const tableBits = 13;
/** Runs below this length may be words of any language, such as `staging-`, unless there is a digit in them. */
const shortestWordlessRun = 12;

/**
 * Makes what masks secrets in any number of texts. Of each it masks, in upper and lower case:
 *
 * - the secret itself, also with characters written as `%41`, `\u0041`, `&#65;`, `&#x41;` or an entity of HTML that stands
 *   for one of ASCII, or with backslashes before them, however many times over;
 * - its bytes in hex, and in base64 and base64url, also amid more text that was encoded with it;
 * - a part of it, in any of these forms: of a secret of 24 characters or more each run of 12, of one of 16 or more each
 *   run of half its length that has a digit, of shorter ones none. A text with separators, such as `Bearer abc`, counts only whole.
 *
 * It cannot mask what was encrypted, hashed, compressed, reversed or cut into smaller pieces, what was encoded otherwise
 * (base32, base58, quoted-printable, UTF-16, base64 twice, entities of HTML by name outside of ASCII), or secrets of fewer
 * than five characters. SECURITY.md has the list.
 *
 * @param mask - Default: the same for all.
 */
export function createRedactor(secrets: readonly string[], mask: Mask = () => redactedText): Redactor {
  const forms = secretForms(secrets);
  if (forms.length === 0) return (text) => text;
  const find = finderOf(forms);
  return (text) => {
    const read = escapesRead(text);
    const escaped = read === undefined ? [] : find(read.text).map((span) => read.placeOf(span));
    const spans = [...find(text), ...escaped];
    return spans.length === 0 ? text : masked(text, spans, mask);
  };
}

/**
 * Every run that counts is long enough to hold four characters that start at a multiple of `stride`, so few places of a
 * text need a look: an answer of 1 kB takes one or two microseconds, with a secret of five characters some more.
 */
function finderOf(forms: readonly SecretForm[]): (text: string) => readonly Span[] {
  const stride = Math.max(1, Math.min(...forms.map(({ shortestRun }) => shortestRun)) - gramLength + 1);
  const places = placesOf(forms);
  const mayStart = new Uint8Array(2 ** tableBits);
  for (const gram of places.keys()) mayStart[slotOf(gram)] = 1;
  return (text) => {
    const found: Span[] = [];
    for (let at = 0; at + gramLength <= text.length; at += stride) {
      const gram = gramAt(text, at);
      if (mayStart[slotOf(gram)] === 0) continue;
      for (const place of places.get(gram) ?? []) {
        const span = runAround(text, at, place);
        if (span !== undefined) found.push(span);
      }
    }
    return found;
  };
}

function placesOf(forms: readonly SecretForm[]): Map<number, Place[]> {
  const places = new Map<number, Place[]>();
  for (const form of forms) {
    for (let offset = 0; offset + gramLength <= form.text.length; offset++) {
      const gram = gramAt(form.text, offset);
      const known = places.get(gram);
      if (known) known.push({ form, offset });
      else places.set(gram, [{ form, offset }]);
    }
  }
  return places;
}

/** The longest run that text and form have in common around a place, if it counts. */
function runAround(text: string, at: number, { form, offset }: Place): Span | undefined {
  let before = 0;
  while (before < Math.min(at, offset) && isSame(text, at - before - 1, form.text, offset - before - 1))
    before++;
  let after = 0;
  const most = Math.min(text.length - at, form.text.length - offset);
  while (after < most && isSame(text, at + after, form.text, offset + after)) after++;
  const length = before + after;
  if (length < form.shortestRun) return undefined;
  const isWord = length < shortestWordlessRun && length < form.text.length;
  if (isWord && !/\d/.test(text.slice(at - before, at + after))) return undefined;
  return [at - before, at + after];
}

function masked(text: string, spans: readonly Span[], mask: Mask): string {
  const merged: [start: number, end: number][] = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  let written = '';
  let end = 0;
  for (const [from, to] of merged) {
    written += text.slice(end, from) + mask(text.slice(from, to));
    end = to;
  }
  return written + text.slice(end);
}

/** Four characters as a number, the same for small and capital letters; some others share one, so it is only a hint. */
function gramAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at) |
      (text.charCodeAt(at + 1) << 8) |
      (text.charCodeAt(at + 2) << 16) |
      (text.charCodeAt(at + 3) << 24)) &
    0xdfdfdfdf
  );
}

function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - tableBits);
}

function isSame(text: string, at: number, other: string, otherAt: number): boolean {
  return folded(text, at) === folded(other, otherAt);
}

/** The code of a character, that of a capital letter as of the small one. */
function folded(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code | 32 : code;
}
