import { parse, stringify } from 'lossless-json';
import { UsageError } from '../errors.js';
import { formatText, formatValue, pathText } from './print.js';

/**
 * Writes a body as JSON text with exact integers: a bigint becomes its digits, which `JSON.stringify` does not support.
 * Members that are undefined are left out. Sections 2.1 to 2.3.
 *
 * @throws {UsageError} for what JSON has no text for, such as undefined.
 * @example
 * import { jsonText } from 'crosscheck/contract';
 *
 * jsonText({ response: { estimatedGas: 9007199254740993n } }); // {"response":{"estimatedGas":9007199254740993}}
 */
export function jsonText(body: unknown): string {
  try {
    const text = plainText(body) ?? stringify(body);
    if (text !== undefined) return text;
  } catch (error) {
    // Cycles and deep nesting overflow the stack.
    if (error instanceof RangeError)
      throw new UsageError('jsonText takes no cycle, and nothing nested so deeply', [], error);
    throw error;
  }
  throw new UsageError(`jsonText takes a JSON value, got ${formatValue(body)}`);
}

/** Serializes with JSON.stringify, which takes a third of the time; undefined if it cannot, as with a bigint. */
function plainText(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON without rounding:
 *
 * - Numbers with an integer value become bigints, in any legal spelling: `7`, `1.0`, `-0` and `1e3`. Those with a
 *   fraction or exponent stay numbers above 2^53, because only software that has rounded writes them.
 * - Other numbers stay numbers, or become `NaN` if a double would round them to an integer or to infinity:
 *   `1.9999999999999999999999`, `1e-400`, `1e400`. Every schema rejects `NaN`.
 *
 * @throws {RepeatedMemberError} if an object has a duplicate member, in any spelling and with any values.
 * @throws {SyntaxError} if the text is not JSON.
 */
export function parseLosslessJson(text: string): unknown {
  const root = { value: JSON.parse(text) as unknown };
  if (!hasPlainIntegers(text)) return parse(text, undefined, { parseNumber: exactNumber });
  // JSON.parse is several times faster, and exact for texts that have only small integers.
  toBigints(root);
  return root.value;
}

/**
 * Returns a number as JSON writes it: a number if that is exact, or else what {@link parseLosslessJson} returns, a bigint for an
 * integer and `NaN` for what a double would round to one.
 */
export function numberOrBigint(digits: string): number | bigint {
  const exact = exactNumber(digits);
  return typeof exact === 'bigint' && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** Converts the integers in an object to bigints, in place. */
function toBigints(object: object): void {
  const members = object as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === 'number') set(members, name, BigInt(member));
    else if (typeof member === 'object' && member !== null) toBigints(member);
  }
}

/** Sets a member without changing the prototype when it is named `__proto__`. */
function set(members: Record<string, unknown>, name: string, value: bigint): void {
  if (name === '__proto__')
    Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });
  else members[name] = value;
}

function exactNumber(digits: string): bigint | number {
  if (/^-?\d+$/.test(digits)) return BigInt(digits);
  const number = Number(digits);
  if (!Number.isFinite(number)) return Number.NaN;
  if (!Number.isInteger(number)) return number;
  if (!isInteger(digits)) return Number.NaN;
  return Number.isSafeInteger(number) ? BigInt(number) : number;
}

/** Returns whether the exact value of a number, in any spelling, is an integer. */
function isInteger(digits: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const significant = (whole + fraction).replace(/0+$/, '');
  const zeros = whole.length + fraction.length - significant.length;
  return /^0*$/.test(significant) || Number(exponent) - fraction.length + zeros >= 0;
}

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

/** The path to a member of a JSON value. */
export type Steps = readonly (string | number)[];

/** Returns the member at a path; undefined if there is none. */
export function memberAt(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((outer, step) => {
    const isReachable = typeof outer === 'object' && outer !== null && Object.hasOwn(outer, step);
    return isReachable ? (outer as Record<string | number, unknown>)[step] : undefined;
  }, value);
}

/** Copies a JSON value with the member at a path replaced; undefined removes it. */
export function withMemberAt(value: unknown, steps: Steps, member: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return member;
  const inner = withMemberAt(memberAt(value, [step]), rest, member);
  if (Array.isArray(value) || (value === undefined && typeof step === 'number')) {
    const items = [...((value as unknown[] | undefined) ?? [])];
    items.splice(Number(step), 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const entries = new Map(Object.entries(value ?? {}));
  if (inner === undefined) entries.delete(String(step));
  else entries.set(String(step), inner);
  // Unlike assignment, this handles `__proto__` as a member.
  return Object.fromEntries(entries);
}

/** Serializes a JSON value, with a custom serialization of the member at a path. */
export function writeJson(value: unknown, steps: Steps, write: (inner: unknown) => string): string {
  const [step, ...rest] = steps;
  if (step === undefined) return write(value);
  const writeMember = (name: string, member: unknown): string =>
    name === String(step) ? writeJson(member, rest, write) : JSON.stringify(member);
  if (Array.isArray(value)) return `[${value.map((item, index) => writeMember(String(index), item)).join()}]`;
  const members = Object.entries(value as object).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeMember(name, member)}`,
  );
  return `{${members.join()}}`;
}
