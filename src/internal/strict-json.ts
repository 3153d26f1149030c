import { formatText, pathText } from './print.js';

/** A JSON object has a duplicate member, so that two parsers may read different values. */
export class RepeatedMemberError extends SyntaxError {
  /** The path of the member: `response.simulationStatus`. */
  readonly path: string;

  constructor(path: string) {
    super(`has ${path} more than once`);
    this.path = path;
  }
}

/**
 * Parses JSON like JSON.parse, but rejects duplicate members in any spelling, of which JSON.parse keeps the last.
 *
 * @throws {RepeatedMemberError} if an object has a duplicate member, with any values.
 * @throws {SyntaxError} if the text is not JSON.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  hasPlainIntegers(text);
  return value;
}

const number = /-?\d[\d.eE+-]*/y;

/** An object or list that encloses the current token. */
interface Level {
  /** The member names of an object; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** The member name or index of the current token. */
  at: string | number;
}

/**
 * Scans the tokens of a text that is known to be valid JSON.
 *
 * @returns Whether all numbers are integers with few enough digits for JSON.parse to be exact.
 * @throws {RepeatedMemberError} if an object has a duplicate member.
 */
export function hasPlainIntegers(text: string): boolean {
  const levels: Level[] = [];
  let level: Level | undefined;
  let lastText = '';
  let plain = true;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        level = text[at] === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 };
        levels.push(level);
        break;
      case '}':
      case ']':
        levels.pop();
        level = levels.at(-1);
        break;
      case ',':
        if (typeof level?.at === 'number') level.at++;
        break;
      case ':':
        addName(level as Level, lastText, levels);
        break;
      case '"': {
        const end = endOfText(text, at);
        lastText = text.slice(at, end);
        at = end - 1;
        break;
      }
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break;
      default: {
        number.lastIndex = at;
        const [digits] = number.exec(text) ?? [];
        if (digits === undefined) break;
        if (digits.length > 15 || !/^-?\d+$/.test(digits)) plain = false;
        at += digits.length - 1;
      }
    }
  }
  return plain;
}

/** Returns the end of a string literal: after the next unescaped quote. */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

/** Returns whether a quote is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text[before] === '\\') before--;
  return (quote - before) % 2 === 0;
}

function addName(level: Level, quoted: string, levels: readonly Level[]): void {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  level.at = name;
  if (level.names?.has(name)) throw new RepeatedMemberError(formatText(pathText(levels.map(({ at }) => at))));
  level.names?.add(name);
}
