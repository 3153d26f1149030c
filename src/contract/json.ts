import { stringify } from 'lossless-json';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';

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
