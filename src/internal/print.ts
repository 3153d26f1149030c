import { isError } from '../errors.js';

const maxLength = 200;
const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Truncates a text at a character boundary and appends how much was omitted, unless that would not be shorter. */
export function cut(text: string, length: number = maxLength): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length).toWellFormed().endsWith('\uFFFD') ? length - 1 : length;
  const truncated = `${text.slice(0, end)}… (${text.length - end} more characters)`;
  return truncated.length < text.length ? truncated : text;
}

/** Formats foreign text on one line: bounded, with control characters escaped, so that it cannot affect a terminal. */
export function formatText(text: string, length?: number): string {
  const escaped = text.replace(controlCharacters, (character) => JSON.stringify(character).slice(1, -1));
  return cut(escaped.replace(controlCharacters, unicodeEscape), length);
}

/** The digits of a hash. */
const hashDigits = 64;

/**
 * Folds long hex in a text, such as encoded calls, which would fill the lines: `0x0123456789abcdef… (840 digits)`.
 *
 * @param whole - Hex of up to this many digits stays whole. Default: that of a hash.
 */
export function withShortHex(text: string, whole = hashDigits): string {
  return text.replace(hexWithPrefix, (hex: string, prefix: string, digits: string) =>
    digits.length <= whole ? hex : `${prefix}${digits.slice(0, 16)}… (${digits.length} digits)`,
  );
}

/** Splits a text at hex that {@link withShortHex} folds: every second part is such hex. */
export function splitAtLongHex(text: string): string[] {
  return text.split(new RegExp(`(0x[\\da-f]{${hashDigits + 1},})`, 'i'));
}

/** Hex bytes, and account ids with their workchain: `0:ab…`. */
const hexWithPrefix = /(0x|-?\d:)([\da-f]+)/gi;

const invisibleCharacters = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes characters that are legal in JSON but affect a terminal: DEL, C1 controls, bidirectional controls, and line
 * and paragraph separators. The value of a JSON text does not change. C0 controls such as line feeds and colours are
 * kept.
 */
export function withoutInvisible(text: string): string {
  return text.replace(invisibleCharacters, unicodeEscape);
}

/** Escapes a character as in JSON: `\u202e`. Escapes both halves of a surrogate pair. */
export function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Formats any value on one line, bounded: JSON with bigints as digits; never throws. */
export function formatValue(value: unknown, length?: number): string {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return String(value);
  // JSON.stringify turns NaN and Infinity into null.
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return formatText(JSON.stringify(value, bigintsAsDigits) ?? String(value), length);
  } catch {
    return formatText(Object.prototype.toString.call(value), length);
  }
}

/** Formats a duration: `850 ms`, `12.4 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (ms < 119_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

function bigintsAsDigits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Formats a count with separators: `1,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** Formats a count of things: `1 case`, `1,000 cases`; `1 case was`, `2 cases were` if the plural is given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Returns the first line of a thrown value. */
export function errorText(error: unknown): string {
  const text = isError(error) ? (error.message.split('\n', 1)[0] as string) : String(error);
  return formatText(text, 400);
}

/** Formats a path as in code: `response.outMessages[0].shardsKey`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** Replaces each index in a path with `[]`, as signatures do. */
export function anyIndex(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
