const longestText = 200;
const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Cuts a text to a length between characters, never inside one, and says how much was left out. */
export function cut(text: string, length: number = longestText): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length).toWellFormed().endsWith('\uFFFD') ? length - 1 : length;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Writes foreign text on one line: bounded, with control characters escaped, so that it cannot rewrite a terminal. */
export function printText(text: string, length?: number): string {
  const escaped = text.replace(controlCharacters, (character) => JSON.stringify(character).slice(1, -1));
  return cut(escaped.replace(controlCharacters, unicodeEscape), length);
}

const invisibleCharacters = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes the characters that JSON may hold as they are but that rewrite a terminal: DEL, C1 controls, those that turn the
 * direction of the text, and line and paragraph separators. A JSON text stays one of the same value. The controls of C0 stay,
 * among them line feeds and colours.
 */
export function withoutInvisible(text: string): string {
  return text.replace(invisibleCharacters, unicodeEscape);
}

/** Of a character beyond 16 bits, both halves. */
function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Writes any value on one line, bounded: JSON with bigints as digits, circular references and functions named. */
export function printValue(value: unknown, length?: number): string {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return String(value);
  // JSON would write NaN and Infinity as null.
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return printText(JSON.stringify(value, bigintsAsDigits) ?? String(value), length);
  } catch {
    return printText(Object.prototype.toString.call(value), length);
  }
}

/** Writes a duration for a reader: `850 ms`, `12.4 s`, `3 min 5 s`. */
export function printDuration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (ms < 119_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function bigintsAsDigits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** A count of things whose name gets an s: `1 case`, `2 cases`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Returns the first line of what was thrown. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.message.split('\n', 1)[0] as string) : String(error);
  return printText(text, 400);
}

/** Writes a path as in a program: `response.outMessages[0].shardsKey`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** Writes a path with `[]` for any index, as signatures do. */
export function anyIndex(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
