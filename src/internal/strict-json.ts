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

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|-?\d[\d.eE+-]*/g;

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
  let last = '';
  let plain = true;
  for (const [part] of text.matchAll(token)) {
    switch (part[0]) {
      case '{':
      case '[':
        level = part === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 };
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
        noteName(level as Level, JSON.parse(last), levels);
        break;
      case '"':
        break;
      default:
        if (part.length > 15 || !/^-?\d+$/.test(part)) plain = false;
    }
    last = part;
  }
  return plain;
}

function noteName(level: Level, name: string, levels: readonly Level[]): void {
  level.at = name;
  if (level.names?.has(name)) throw new RepeatedMemberError(printText(pathText(levels.map(({ at }) => at))));
  level.names?.add(name);
}
