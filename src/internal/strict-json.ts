import { pathText, printText } from './print.js';

/** An object of a JSON text has a member twice, so that two readers may take two different values for it. */
export class RepeatedMemberError extends SyntaxError {
  /** Where: `response.simulationStatus`. */
  readonly path: string;

  constructor(path: string) {
    super(`has ${path} more than once`);
    this.path = path;
  }
}

/**
 * Parses JSON as the engine does, but takes no member twice, in whatever spelling: the engine takes the last one silently.
 *
 * @throws {RepeatedMemberError} when an object has a member twice, whatever the values.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  hasPlainIntegers(text);
  return value;
}

const number = /-?\d[\d.eE+-]*/y;

/** An object or a list on the way to a token. */
interface Level {
  /** The names of an object's members; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** Where in it the token is. */
  at: string | number;
}

/**
 * Walks over the tokens of a text that the engine's parser found to be JSON.
 *
 * @returns Whether all of its numbers are integers of so few digits that the engine's parser keeps them.
 * @throws {RepeatedMemberError} when an object has a member twice.
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
        noteName(level as Level, lastText, levels);
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

/** Returns where a text that starts with a quote ends: after the next quote that no backslash escapes. */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

/** Tells whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text[before] === '\\') before--;
  return (quote - before) % 2 === 0;
}

function noteName(level: Level, quoted: string, levels: readonly Level[]): void {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  level.at = name;
  if (level.names?.has(name)) throw new RepeatedMemberError(printText(pathText(levels.map(({ at }) => at))));
  level.names?.add(name);
}
